import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context";
import { insufficientScope, Refusal, tooManyRequests } from "../http/refusal";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route requires one of these permissions. */
    scopes?: string[];
  }

  interface FastifyRequest {
    refusal: Refusal | undefined;
  }
}

/** Checks the rate limit, the token, and its scopes, in this order. */
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

/** Why the token doesn't allow this request. */
export function accessRefusal(request: FastifyRequest, { tokens }: Context): Refusal | undefined {
  const { scopes } = request.routeOptions.config;
  if (scopes === undefined) return undefined;
  const granted = tokens.scopesOf(request.headers.authorization);
  if (granted instanceof Refusal) return granted;
  const isGranted = scopes.some((scope) => granted.includes(scope));
  return isGranted ? undefined : insufficientScope(scopes);
}
