import type { FastifyRequest } from "fastify";

/** A request as the server received it, with its secrets. */
export interface RequestRecord {
  kind: "token" | "api";
  method: string;
  /** Without the query. */
  path: string;
  /** `"PATCH /event-streams/{id}"`; absent when no route matched. */
  route?: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
  /** Absent until the response is sent, and forever if there is none. */
  status?: number;
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
