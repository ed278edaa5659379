import type { FastifyInstance, FastifyReply } from "fastify";
import type { RequestRecord } from "./requestLog";

/** A response that the hook `tenant.answer` sends in place of the handler's. */
export interface CannedAnswer {
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
    cannedAnswer: CannedAnswer | undefined;
  }
}

type MaybeAnswer = CannedAnswer | undefined;

/** A promise holds up the request. */
export type AnswerHook = (request: RequestRecord) => MaybeAnswer | Promise<MaybeAnswer>;

/** Calls the hook `tenant.answer` for every request. To be registered after recordRequests. */
export function sendCannedAnswers(
  app: FastifyInstance,
  context: { answer: AnswerHook | undefined },
): void {
  app.decorateRequest("cannedAnswer", undefined);

  app.addHook("preValidation", async (request, reply) => {
    const answer = await context.answer?.(request.record);
    request.cannedAnswer = answer;
    if (answer === undefined || answer.after) return;
    reply.code(answer.status ?? 200);
    return reply.send(preparePayload(reply, answer));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const answer = request.cannedAnswer;
    return answer?.after ? replaceParts(reply, answer, payload) : payload;
  });
}

async function replaceParts(
  reply: FastifyReply,
  answer: CannedAnswer,
  payload: unknown,
): Promise<unknown> {
  const { status, body, headers = {} } = answer;
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
