import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../model/clock";

/** A request as the server received it, including its secrets. */
export interface RequestRecord {
  kind: "token" | "api";
  method: string;
  /** The path without the query. */
  path: string;
  /** The route, such as `"PATCH /event-streams/{id}"`, or undefined if none matched. */
  route?: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
  /** The status of the response, or undefined if none was sent yet. */
  status?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    record: RequestRecord;
  }
}

const maxRequests = 100_000;

export const apiPrefix = "/api/v2";

/** The name of a Fastify route, such as `"PATCH /event-streams/{id}"`. */
export const routeName = (method: string, pattern: string) =>
  `${method} ${pattern.replace(apiPrefix, "").replace(/:(\w+)/g, "{$1}")}`;

/** The record doesn't have the body yet, because the body isn't parsed. */
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
  { requests, clock }: { requests: RequestRecord[]; clock: Clock },
): void {
  app.decorateRequest("record");

  app.addHook("onRequest", async (request, reply) => {
    request.record = recordOf(request);
    requests.push(request.record);
    // The limit keeps a long-running tenant's memory small.
    if (requests.length > maxRequests) requests.shift();
    reply.header("date", new Date(clock.now()).toUTCString());
  });

  app.addHook("preValidation", async (request) => {
    // Handlers store parts of the body and may change them later, so the record gets a copy.
    request.record.body = structuredClone(request.body);
  });
}

/**
 * Records the status of every response, and calls `log` when the connection is done with it. Register it
 * after every hook that changes a response.
 */
export function recordResponses(
  app: FastifyInstance,
  log: ((request: RequestRecord) => void) | undefined,
): void {
  app.addHook("onRequest", async (request, reply) => {
    // Unlike onResponse, "close" also occurs if the connection ends without a response.
    reply.raw.once("close", () => log?.(request.record));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    request.record.status = reply.statusCode;
    return payload;
  });
}
