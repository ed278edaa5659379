import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { authorize } from "./auth/authorize";
import type { Context } from "./context";
import { faultHooks } from "./faults/faultHooks";
import { acceptJson } from "./http/bodyParsers";
import { Refusal, refusalOf, unknownRoute } from "./http/refusal";
import {
  apiPrefix,
  recordOf,
  recordRequests,
  recordResponses,
  routeName,
} from "./http/requestRecord";
import { requestValidation, shareSchemaCompiler } from "./http/requestValidation";
import { served } from "./operations";
import { collectionRoutes } from "./routes/collection";
import { control } from "./routes/control";
import { deliveries, redeliveries } from "./routes/deliveries";
import { token } from "./routes/token";

export function serverOf(context: Context): FastifyInstance {
  const app = Fastify({
    ...requestValidation,
    https: context.settings.tls ?? null,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // It is longer than any id, so that a malformed id gets the route's 400 and not a 404.
    routerOptions: { maxParamLength: 8192 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      context.requests.push({ ...recordOf(request), status: 400 });
      reply.code(400).send(new Refusal(400, error.message, "invalid_uri").body());
    },
  });
  acceptJson(app);
  // Two scopes keep the tenant's hooks from running for control requests.
  app.register(async (scope) => tenantRoutes(scope, context));
  app.register(async (scope) => control(scope, context), { prefix: "/_emulator" });
  return app;
}

/** Fastify runs the hooks in the order of their registration. */
function tenantRoutes(app: FastifyInstance, context: Context): void {
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) context.routes.add(routeName(one, url));
  });
  recordRequests(app, context);
  faultHooks(app, context);
  authorize(app, context);
  recordResponses(app, context.settings.log);

  app.setErrorHandler((error, request, reply) => {
    const refusal = request.refusal ?? refusalOf(error);
    return reply.code(refusal.status).send(refusal.body());
  });
  app.setNotFoundHandler(() => {
    throw unknownRoute();
  });

  token(app, context);
  app.register(async (api) => apiRoutes(api, context), { prefix: apiPrefix });
}

function apiRoutes(app: FastifyInstance, context: Context): void {
  shareSchemaCompiler(app);
  for (const { resource, operations } of served) {
    if ("name" in resource) collectionRoutes(app, context, resource, operations);
    else app.register(async (scope) => resource.routes(scope, context, operations));
  }
  deliveries(app, context);
  redeliveries(app, context);
}
