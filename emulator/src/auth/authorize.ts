import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context";
import { insufficientScope, Refusal, tooManyRequests } from "../http/refusal";

declare module "fastify" {
  interface FastifyContextConfig {
    scope?: string;
  }
}

/** Refuses what the limit, the token, its scopes or the tenant's plan do not allow, in that order. */
export function guard(app: FastifyInstance, context: Context): void {
  app.decorateRequest("refusal", undefined);

  app.addHook("onRequest", async (request, reply) => {
    if (request.record.kind === "token") return;
    const budget = context.spend?.();
    reply.headers(budget?.headers ?? {});
    request.refusal = budget?.allowed === false ? tooManyRequests() : forbidden(request, context);
  });

  // Decided before the body is read, said after it, so that the record has the body all the same.
  app.addHook("preValidation", async (request) => {
    if (request.refusal) throw request.refusal;
  });
}

export function forbidden(
  request: FastifyRequest,
  { tokens, settings }: Context,
): Refusal | undefined {
  const { scope } = request.routeOptions.config;
  if (scope === undefined) return undefined;
  const granted = tokens.scopesOf(request.headers.authorization);
  if (granted instanceof Refusal) return granted;
  if (!granted.includes(scope)) return insufficientScope(scope);
  if (scope.endsWith(":rate_limit_policies") && !settings.policiesEntitled) {
    return new Refusal(
      403,
      "Rate limit policies are not part of this tenant's entitlements",
      "insufficient_entitlement",
    );
  }
  return undefined;
}
