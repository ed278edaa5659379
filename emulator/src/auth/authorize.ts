import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context";
import { insufficientScope, Refusal, tooManyRequests } from "../http/refusal";
import type { Entitlement } from "../resource";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route requires one of these permissions. */
    scopes?: string[];
    entitlement?: Entitlement | undefined;
  }

  interface FastifyRequest {
    refusal: Refusal | undefined;
  }
}

/** Checks the rate limit, the token, its scopes, and the entitlements, in this order. */
export function authorize(app: FastifyInstance, context: Context): void {
  app.decorateRequest("refusal", undefined);

  app.addHook("onRequest", async (request, reply) => {
    if (request.record.kind === "token") return;
    const result = context.takeRequest?.();
    reply.headers(result?.headers ?? {});
    const isOverLimit = result?.allowed === false;
    request.refusal = isOverLimit ? tooManyRequests() : accessRefusal(request, context);
  });

  // Thrown only after the body is read, so that the request's record contains the body.
  app.addHook("preValidation", async (request) => {
    if (request.refusal) throw request.refusal;
  });
}

/** Why the token or the entitlements don't allow this request. */
export function accessRefusal(
  request: FastifyRequest,
  { tokens, settings }: Context,
): Refusal | undefined {
  const { scopes, entitlement } = request.routeOptions.config;
  if (scopes === undefined) return undefined;
  const granted = tokens.scopesOf(request.headers.authorization);
  if (granted instanceof Refusal) return granted;
  if (!scopes.some((scope) => granted.includes(scope))) return insufficientScope(scopes);
  if (entitlement === undefined || settings.entitlements[entitlement.name] !== false) {
    return undefined;
  }
  return new Refusal(403, entitlement.message, "insufficient_entitlement");
}
