import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { oauthErrorBody } from "../auth/oauthRefusal";
import { errorBody } from "../http/refusal";
import type { Fault } from "./fault";

/** The body to cut if the handler has none. */
const placeholderBody = JSON.stringify({ message: "The handler of this request has no body" });

/**
 * Changes a response as the fault says, and returns the payload for Fastify to send. It never returns
 * if the fault ends the connection.
 */
export async function applyFault(
  fault: Fault,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (fault.status !== undefined) reply.code(fault.status);
  switch (fault.kind) {
    case "status":
      return replaceStatus(fault, reply, payload);
    case "html":
      return replaceByHtml(reply, fault);
    case "empty":
      return replaceBody(reply, undefined, fault.headers);
    case "truncated":
      return firstHalf(bodyToCut(fault, reply, payload));
    case "cut":
      return closeHalfway(fault, reply, payload);
    case "drop":
      reply.hijack();
      reply.raw.destroy();
      return pendingForever();
    case "hang":
      reply.hijack();
      return pendingForever();
    case "slow":
      reply.headers(fault.headers ?? {});
      if (fault.when === "after") await delay(reply, slowDelayMs(fault));
      return payload;
    case "revoked":
      return payload;
  }
}

export const slowDelayMs = ({ delayMs = 1000 }: Fault) => delayMs;

const firstHalf = (text: string) => text.slice(0, text.length / 2);

/** Keeps Fastify from sending anything on a connection that the fault has taken over. */
const pendingForever = () => new Promise<never>(() => {});

/** Sends a text unchanged, anything else as JSON. `headers` may replace the content type. */
function replaceBody(reply: FastifyReply, body: unknown, headers: Fault["headers"] = {}): string {
  const isText = typeof body === "string";
  reply.header("content-type", isText ? "text/plain" : "application/json; charset=utf-8");
  if (body === undefined) reply.removeHeader("content-type");
  reply.headers(headers);
  if (reply.getHeader("content-type") === "") reply.removeHeader("content-type");
  return isText ? body : (JSON.stringify(body) ?? "");
}

async function replaceStatus(
  { status = 200, body, headers = {} }: Fault,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof body === "function") {
    return replaceBody(reply, await body(JSON.parse(String(payload))), headers);
  }
  if (body !== undefined) return replaceBody(reply, body, headers);
  if (status >= 400) {
    const isToken = reply.request.record.kind === "token";
    return replaceBody(reply, isToken ? oauthErrorBody(status) : errorBody(status), headers);
  }
  reply.headers(headers);
  return payload;
}

function replaceByHtml(reply: FastifyReply, fault: Fault): unknown {
  const status = fault.status ?? 502;
  reply.code(status);
  const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>gateway</body></html>\n`;
  const headers = { "content-type": "text/html", ...fault.headers };
  return replaceBody(reply, fault.body ?? page, headers);
}

/** A response without a body gets one to cut. Since 204 allows no body, the status becomes 200. */
function bodyToCut({ headers = {} }: Fault, reply: FastifyReply, payload: unknown): string {
  if (!payload) {
    if (reply.statusCode === 204) reply.code(200);
    reply.type("application/json; charset=utf-8");
  }
  reply.headers(headers);
  return payload ? String(payload) : placeholderBody;
}

function closeHalfway(fault: Fault, reply: FastifyReply, payload: unknown): Promise<never> {
  const text = bodyToCut(fault, reply, payload);
  const { raw } = reply.header("content-length", Buffer.byteLength(text));
  reply.request.record.status = reply.statusCode;
  reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.write(firstHalf(text), () => raw.destroy());
  return pendingForever();
}

/** Resolves after the delay. If the client disconnects first, it never resolves, and nothing is sent. */
export function delay(reply: FastifyReply, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const onClose = () => {
      clearTimeout(timer);
      reply.hijack();
    };
    const timer = setTimeout(() => {
      reply.raw.off("close", onClose);
      resolve();
    }, milliseconds);
    reply.raw.once("close", onClose);
  });
}
