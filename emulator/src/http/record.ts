import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context";
import type { Refusal } from "./refusal";

/** A request as the server saw it, secrets included. */
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
  /** Filled when the request is answered; a request that got no answer has none. */
  status?: number;
}

export interface CannedAnswer {
  /** Default 200, or with `after` the handler's own. */
  status?: number;
  /** A string is sent as it is, anything else as JSON; with `after`, a function of the handler's. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Lets the handler do its work first, then replaces what this names of its answer. */
  after?: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    record: RequestRecord;
    refusal: Refusal | undefined;
    canned: CannedAnswer | undefined;
  }
}

export const apiPrefix = "/api/v2";

/** `"PATCH /event-streams/{id}"` */
export const routeName = (method: string, pattern: string) =>
  `${method} ${pattern.replace(apiPrefix, "").replace(/:(\w+)/g, "{$1}")}`;

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

/** Keeps a record of every request and lets the tenant's `answer` hook speak for the handlers. */
export function recordRequests(app: FastifyInstance, context: Context): void {
  app.decorateRequest("record");
  app.decorateRequest("canned", undefined);

  app.addHook("onRequest", async (request, reply) => {
    request.record = recordOf(request);
    context.requests.push(request.record);
    reply.header("date", new Date(context.settings.now()).toUTCString());
  });

  app.addHook("preValidation", async (request, reply) => {
    // A copy: what is stored from the body may be changed later, the record may not.
    request.record.body = structuredClone(request.body);
    request.canned = context.answer?.(request.record);
    if (request.canned === undefined || request.canned.after) return;
    reply.code(request.canned.status ?? 200);
    return reply.send(await present(reply, request.canned));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const { canned } = request;
    let answer = payload;
    if (canned?.after) {
      if (canned.status !== undefined) reply.code(canned.status);
      const { body } = canned;
      const changed = typeof body === "function" ? body(JSON.parse(String(payload))) : body;
      if (body !== undefined) answer = await present(reply, { ...canned, body: changed });
      else reply.headers(canned.headers ?? {});
    }
    return answer;
  });
}

/** The last to see an answer: what is recorded is what is sent. */
export function recordAnswers(app: FastifyInstance, { settings }: Context): void {
  app.addHook("onRequest", async (request, reply) => {
    // Unlike onResponse it comes for a connection that ends without an answer, too.
    reply.raw.once("close", () => settings.log?.(request.record));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    request.record.status = reply.statusCode;
    return payload;
  });
}

export async function present(
  reply: FastifyReply,
  { body, headers }: Pick<CannedAnswer, "body" | "headers">,
): Promise<unknown> {
  const isRaw = typeof body === "string";
  if (body !== undefined) {
    reply.header("content-type", isRaw ? "text/plain" : "application/json; charset=utf-8");
  }
  reply.headers(headers ?? {});
  return body === undefined || isRaw ? body : JSON.stringify(body);
}
