import type { OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { delay } from "../http/delay";
import { present } from "../http/record";
import { errorBody } from "../http/refusal";
import { oauthErrorBody } from "../routes/token";
import type { Fault } from "./faults";

/** Cut where there is no answer of the handler's to cut. */
const standIn = JSON.stringify({ message: "The handler of this request had nothing to say" });

/** What the fault leaves of an answer, for Fastify to send; it may have sent its own. */
export async function applyFault(
  fault: Fault,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (fault.status !== undefined) reply.code(fault.status);
  switch (fault.kind) {
    case "status":
      return replaced(reply, { ...fault, body: bodyOf(fault, reply) });
    case "html":
      reply.code(fault.status ?? 502);
      return replaced(reply, {
        headers: { "content-type": "text/html", ...fault.headers },
        body: fault.body ?? pageOf(reply.statusCode),
      });
    case "empty":
      return replaced(reply, { ...fault, body: undefined });
    case "truncated": {
      const text = textOf(reply, payload);
      reply.headers(fault.headers ?? {});
      return text.slice(0, text.length / 2);
    }
    case "cut":
      return cut(reply, textOf(reply, payload), fault.headers);
    case "drop":
      reply.hijack();
      reply.raw.destroy();
      return never();
    case "hang":
      reply.hijack();
      return never();
    case "trickle":
      reply.headers(fault.headers ?? {});
      return payload ? trickle(reply, String(payload), fault.delayMs ?? 20) : payload;
    case "slow":
      reply.headers(fault.headers ?? {});
      if (fault.when === "after") await delay(reply, slowness(fault));
      return payload;
    case "revoked":
    case "expired":
    case "deleted":
    case "inserted":
      return payload;
  }
}

export const slowness = ({ delayMs = 1000 }: Fault) => delayMs;

/** Nothing is sent after a promise that nobody keeps. */
const never = () => new Promise<never>(() => {});

function replaced(
  reply: FastifyReply,
  answer: { headers?: Record<string, string>; body: unknown },
): Promise<unknown> {
  reply.removeHeader("content-type");
  return present(reply, answer).then((body) => {
    if (reply.getHeader("content-type") === "") reply.removeHeader("content-type");
    return body ?? "";
  });
}

function bodyOf({ body }: Fault, { statusCode, request }: FastifyReply): unknown {
  if (body !== undefined || statusCode < 400) return body;
  return request.record.kind === "token" ? oauthErrorBody(statusCode) : errorBody(statusCode);
}

const pageOf = (status: number) =>
  `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>gateway</body></html>\n`;

/** An answer without a body has nothing to cut, and 204 may not have one: 200 says it then. */
function textOf(reply: FastifyReply, payload: unknown): string {
  if (payload) return String(payload);
  if (reply.statusCode === 204) reply.code(200);
  reply.type("application/json; charset=utf-8");
  return standIn;
}

function cut(reply: FastifyReply, text: string, headers: Fault["headers"]): Promise<never> {
  const { raw } = reply.headers({ ...headers, "content-length": Buffer.byteLength(text) });
  reply.request.record.status = reply.statusCode;
  reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.write(text.slice(0, text.length / 2), () => raw.destroy());
  return never();
}

function trickle(reply: FastifyReply, text: string, delayMs: number): Readable {
  const bytes = Buffer.from(text);
  reply.header("content-length", bytes.length);
  async function* oneByOne() {
    for (const byte of bytes) {
      await delay(reply, delayMs);
      yield Buffer.of(byte);
    }
  }
  return Readable.from(oneByOne());
}
