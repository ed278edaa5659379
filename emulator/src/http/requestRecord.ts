import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../model/clock";
import type { RequestLog, RequestRecord } from "./requestLog";

declare module "fastify" {
  interface FastifyRequest {
    record: RequestRecord;
  }
}

export const apiPrefix = "/api/v2";

/** The name of a route of Fastify: `"PATCH /event-streams/{id}"`. */
export const routeName = (method: string, pattern: string) =>
  `${method} ${pattern.replace(apiPrefix, "").replace(/:(\w+)/g, "{$1}")}`;

/** The body is not part of it yet: it has not been parsed. */
export function recordOf(request: FastifyRequest): RequestRecord {
  const path = request.url.split("?", 1)[0] ?? "";
  const pattern = request.is404 ? undefined : request.routeOptions.url;
  return {
    kind: /^\/oauth\/token\/?$/.test(path) ? "token" : "api",
    method: request.method,
    path,
    ...(pattern === undefined ? {} : { route: routeName(request.method, pattern) }),
    query: { ...(request.query as object) },
    body: undefined,
    headers: { ...request.headers },
  };
}

/** Records every request, and sets the `Date` of its response to the tenant's clock. */
export function recordRequests(
  app: FastifyInstance,
  { requests, clock }: { requests: RequestLog; clock: Clock },
): void {
  app.decorateRequest("record");

  app.addHook("onRequest", async (request, reply) => {
    request.record = recordOf(request);
    requests.add(request.record);
    reply.header("date", new Date(clock.now()).toUTCString());
  });

  app.addHook("preValidation", async (request) => {
    requests.addBody(request.record, request.body);
  });
}

/**
 * Records the status of every response and calls `log` when the connection is done with it. To be
 * registered last, after every hook that changes a response.
 */
export function recordResponses(
  app: FastifyInstance,
  log: ((request: RequestRecord) => void) | undefined,
): void {
  app.addHook("onRequest", async (request, reply) => {
    // Unlike onResponse, "close" also comes for a connection that ends without a response.
    reply.raw.once("close", () => log?.(request.record));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    request.record.status = reply.statusCode;
    return payload;
  });
}
