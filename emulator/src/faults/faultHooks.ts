import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "../auth/authorize";
import type { Context } from "../context";
import { delay } from "../http/delay";
import { applyFault, slowness } from "./applyFault";
import type { Fault } from "./faults";
import { shift } from "./shiftPages";

declare module "fastify" {
  interface FastifyRequest {
    /** Null where there is none, undefined as long as nobody has looked. */
    fault: Fault | null | undefined;
  }
}

/** Gives every request that the `answer` hook leaves alone the fault that waits for it, if any. */
export function faultHooks(app: FastifyInstance, context: Context): void {
  const { faults, tokens, settings, late } = context;
  const faultOf = (request: FastifyRequest) => {
    if (request.fault === undefined && !request.canned) {
      request.fault = faults.take(request.record) ?? null;
    }
    return request.fault;
  };

  app.decorateRequest("fault", undefined);

  app.addHook("onRequest", async (request) => {
    late.settle();
    if (request.record.kind === "api") late.count();
  });

  app.addHook("preValidation", async (request, reply) => {
    const fault = faultOf(request);
    if (!fault || !isBefore(fault)) return;
    if (fault.kind === "slow") return delay(reply, slowness(fault));
    if (fault.kind === "expired") {
      context.expiries++;
      return;
    }
    if (fault.kind !== "revoked") return reply.send();
    tokens.revokeAll();
    request.refusal = forbidden(request, context) ?? request.refusal;
  });

  // What the gate or the validation refuses does not come so far: nothing of it is left to be done.
  app.addHook("preHandler", async (request, reply) => {
    if (request.fault?.when !== "late") return;
    late.add(request.fault, (time) => work(request, context, time));
    return reply.send();
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (settings.latencyMs > 0) await delay(reply, settings.latencyMs);
    // Only here for a request whose body could not be read: it has passed preValidation by.
    const fault = faultOf(request);
    if (fault?.kind === "deleted" || fault?.kind === "inserted") shift(context, fault);
    return fault ? applyFault(fault, reply, payload) : payload;
  });
}

/** Whether it comes before the handler, which most of them keep from its work. */
const isBefore = ({ kind, when = "before" }: Fault) =>
  when === "before" && !["trickle", "deleted", "inserted"].includes(kind);

/** The handler's work for a request that has had its answer. */
function work(request: FastifyRequest, context: Context, time: number): void {
  const unheard = { code: () => unheard, header: () => unheard, send: () => unheard };
  const { handler } = request.routeOptions;
  const run = async () => handler.call(request.server, request, unheard as unknown as FastifyReply);
  context.workTime = time;
  // A handler works before its first await; what it answers or refuses now reaches nobody.
  run().catch(() => {});
  context.workTime = undefined;
}
