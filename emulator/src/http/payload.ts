import type { FastifyReply } from "fastify";

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
