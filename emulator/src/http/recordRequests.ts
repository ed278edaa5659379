import type { FastifyInstance } from "fastify";
import { type RequestRecord, recordOf } from "./requestRecord";

declare module "fastify" {
  interface FastifyRequest {
    record: RequestRecord;
  }
}

/** The log of a tenant that runs for long must not fill the memory. */
const maxRequests = 100_000;

export interface RecordingContext {
  requests: RequestRecord[];
  clock: { now(): number };
}

/** Records every request, and sets the `Date` of its response to the tenant's clock. */
export function recordRequests(app: FastifyInstance, context: RecordingContext): void {
  app.decorateRequest("record");

  app.addHook("onRequest", async (request, reply) => {
    request.record = recordOf(request);
    context.requests.push(request.record);
    if (context.requests.length > maxRequests) context.requests.shift();
    reply.header("date", new Date(context.clock.now()).toUTCString());
  });

  app.addHook("preValidation", async (request) => {
    // A copy: handlers store parts of the body and may change them later.
    request.record.body = structuredClone(request.body);
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
