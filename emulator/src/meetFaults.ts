import type { FastifyInstance } from "fastify";
import type { Context } from "./context";
import type { Fault } from "./faults";
import { forbidden } from "./gate";
import { pause } from "./pause";
import { slowness, spoil } from "./spoil";

declare module "fastify" {
  interface FastifyRequest {
    fault: Fault | undefined;
  }
}

/** Gives every request that the `answer` hook leaves alone the fault that waits for it, if any. */
export function meetFaults(app: FastifyInstance, context: Context): void {
  app.decorateRequest("fault", undefined);

  app.addHook("preValidation", async (request, reply) => {
    if (request.canned) return;
    const fault = context.faults.take(request.record);
    request.fault = fault;
    if (fault === undefined || fault.when === "after" || fault.kind === "trickle") return;
    if (fault.kind === "slow") return pause(reply, slowness(fault));
    if (fault.kind !== "revoked") return reply.send();
    context.tokens.revokeAll();
    request.refusal = forbidden(request, context) ?? request.refusal;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (context.settings.latencyMs > 0) await pause(reply, context.settings.latencyMs);
    return request.fault ? spoil(request.fault, reply, payload) : payload;
  });
}
