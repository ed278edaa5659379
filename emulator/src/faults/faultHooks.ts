import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accessRefusal } from "../auth/authorize";
import type { Context } from "../context";
import { applyFault, delay, slowDelayMs } from "./applyFault";
import type { CannedResponse, Fault } from "./fault";

declare module "fastify" {
  interface FastifyRequest {
    /** The fault that affects the request, or null if none does. Undefined until this is decided. */
    fault: Fault | null | undefined;
  }
}

/**
 * Applies the fault that the hook `tenant.respond` returns, or the next one of the queue. Register it
 * before authorization, because a fault also affects a rejected request.
 */
export function faultHooks(app: FastifyInstance, context: Context): void {
  const { faults, settings, lateWork } = context;
  app.decorateRequest("fault", undefined);

  app.addHook("onRequest", async (request) => {
    lateWork.runDue();
    if (request.record.kind === "api") lateWork.countRequest();
  });

  app.addHook("preValidation", async (request, reply) => {
    const response = await context.respond?.(request.record);
    const fault = response ? cannedFault(response) : faults.takeFor(request.record);
    request.fault = fault ?? null;
    if (fault && (fault.when ?? "before") === "before") {
      return beforeHandler(fault, request, reply, context);
    }
  });

  // A request that authorization or validation rejects doesn't get here, because it has no late work.
  app.addHook("preHandler", async (request, reply) => {
    if (request.fault?.when !== "late") return;
    lateWork.add(request.fault, (time) => {
      context.clock.runAt(time, () => runWithoutReply(request));
    });
    return reply.send();
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (settings.latencyMs > 0) await delay(reply, settings.latencyMs);
    const { record } = request;
    // A request with an unreadable body skips preValidation, so its fault is decided here.
    const fault = request.fault === undefined ? faults.takeFor(record) : request.fault;
    return fault ? applyFault(fault, reply, payload) : payload;
  });
}

const cannedFault = ({ after = false, ...response }: CannedResponse): Fault => ({
  kind: "status",
  when: after ? "after" : "before",
  ...response,
});

/** A kind that isn't listed here keeps the handler from running. Its empty reply goes to onSend. */
async function beforeHandler(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<unknown> {
  switch (fault.kind) {
    case "slow":
      return delay(reply, slowDelayMs(fault));
    case "revoked":
      context.tokens.revokeAll();
      request.refusal = accessRefusal(request, context) ?? request.refusal;
      return undefined;
    default:
      return reply.send();
  }
}

/** Runs the handler of a request that already has its response, and drops the handler's result. */
function runWithoutReply(request: FastifyRequest): void {
  const reply = { code: () => reply, header: () => reply, send: () => reply };
  const { handler } = request.routeOptions;
  const run = async () => handler.call(request.server, request, reply as unknown as FastifyReply);
  // A handler changes the store before its first await, so it has done so when `run` returns.
  run().catch(() => {});
}
