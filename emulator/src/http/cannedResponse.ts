import type { FastifyInstance, FastifyReply } from "fastify";
import type { RequestRecord } from "./requestRecord";

/** A response that the hook `tenant.respond` sends in place of the handler's. */
export interface CannedResponse {
  /** @default 200; with `after` the handler's own status */
  status?: number;
  /**
   * A string is sent unchanged, anything else as JSON. With `after` it may be a function, which gets
   * the handler's body and returns the body to send, or a promise of it.
   */
  body?: unknown;
  headers?: Record<string, string>;
  /** Runs the handler first, then replaces only the given parts of its response. @default false */
  after?: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    cannedResponse: CannedResponse | undefined;
  }
}

type MaybeResponse = CannedResponse | undefined;

/** A promise holds up the request. */
export type RespondHook = (request: RequestRecord) => MaybeResponse | Promise<MaybeResponse>;

/** Calls the hook `tenant.respond` for every request. To be registered after recordRequests. */
export function sendCannedResponses(
  app: FastifyInstance,
  context: { respond: RespondHook | undefined },
): void {
  app.decorateRequest("cannedResponse", undefined);

  app.addHook("preValidation", async (request, reply) => {
    const response = await context.respond?.(request.record);
    request.cannedResponse = response;
    if (response === undefined || response.after) return;
    reply.code(response.status ?? 200);
    return reply.send(preparePayload(reply, response));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const response = request.cannedResponse;
    return response?.after ? replaceParts(reply, response, payload) : payload;
  });
}

async function replaceParts(
  reply: FastifyReply,
  response: CannedResponse,
  payload: unknown,
): Promise<unknown> {
  const { status, body, headers = {} } = response;
  if (status !== undefined) reply.code(status);
  if (body === undefined) {
    reply.headers(headers);
    return payload;
  }
  const newBody = typeof body === "function" ? await body(JSON.parse(String(payload))) : body;
  return preparePayload(reply, { body: newBody, headers });
}

/**
 * Sets the headers for a body that no handler has written, and returns the payload to send: a string
 * unchanged, anything else as JSON. `headers` may replace the content type.
 */
export function preparePayload(
  reply: FastifyReply,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
): unknown {
  if (body === undefined) {
    reply.headers(headers);
    return undefined;
  }
  const isText = typeof body === "string";
  reply.header("content-type", isText ? "text/plain" : "application/json; charset=utf-8");
  reply.headers(headers);
  return isText ? body : JSON.stringify(body);
}
