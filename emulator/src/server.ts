import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { guard } from "./auth/authorize";
import type { Context } from "./context";
import { faultHooks } from "./faults/faultHooks";
import { acceptJson } from "./http/bodies";
import { apiPrefix, recordAnswers, recordOf, recordRequests, routeName } from "./http/record";
import { Refusal, unknownRoute } from "./http/refusal";
import { validation } from "./http/validation";
import { control } from "./routes/control";
import { deliveries } from "./routes/deliveries";
import { eventStreams } from "./routes/eventStreams";
import { fcmv1 } from "./routes/fcmv1";
import { rateLimitPolicies } from "./routes/rateLimitPolicies";
import { token } from "./routes/token";

export function serverOf(context: Context): FastifyInstance {
  const app = Fastify({
    ...validation,
    https: context.settings.tls ?? null,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // Long enough for any id, so that a malformed one is refused as such and not as unknown.
    routerOptions: { maxParamLength: 8192 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      context.requests.push({ ...recordOf(request), status: 400 });
      reply.code(400).send(new Refusal(400, error.message, "invalid_uri").body());
    },
  });
  acceptJson(app);
  // Two fences: what befalls the tenant is nothing to the control interface.
  app.register(async (tenant) => tenantRoutes(tenant, context));
  app.register(async (own) => control(own, context), { prefix: "/_emulator" });
  return app;
}

function tenantRoutes(app: FastifyInstance, context: Context): void {
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) context.routes.add(routeName(one, url));
  });
  recordRequests(app, context);
  faultHooks(app, context);
  guard(app, context);
  recordAnswers(app, context);

  app.setErrorHandler((error, request, reply) => {
    const refusal = request.refusal ?? refusalOf(error);
    return reply.code(refusal.status).send(refusal.body());
  });
  app.setNotFoundHandler(() => {
    throw unknownRoute();
  });

  token(app, context);
  app.register(
    async (api) => {
      for (const routes of [eventStreams, deliveries, rateLimitPolicies, fcmv1]) {
        routes(api, context);
      }
    },
    { prefix: apiPrefix },
  );
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  return new Refusal(statusCode, message);
}
