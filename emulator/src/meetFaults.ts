import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "./context";
import type { Fault } from "./faults";
import { forbidden } from "./gate";
import { pause } from "./pause";
import { slowness, spoil } from "./spoil";

declare module "fastify" {
  interface FastifyRequest {
    /** Null where there is none, undefined as long as nobody has looked. */
    fault: Fault | null | undefined;
  }
}

/** Gives every request that the `answer` hook leaves alone the fault that waits for it, if any. */
export function meetFaults(app: FastifyInstance, context: Context): void {
  const { faults, tokens, settings } = context;
  const faultOf = (request: FastifyRequest) => {
    if (request.fault === undefined && !request.canned) {
      request.fault = faults.take(request.record) ?? null;
    }
    return request.fault;
  };

  app.decorateRequest("fault", undefined);

  app.addHook("preValidation", async (request, reply) => {
    const fault = faultOf(request);
    if (!fault || fault.when === "after" || fault.kind === "trickle") return;
    if (fault.kind === "slow") return pause(reply, slowness(fault));
    if (fault.kind === "expired") {
      context.expiries++;
      return;
    }
    if (fault.kind !== "revoked") return reply.send();
    tokens.revokeAll();
    request.refusal = forbidden(request, context) ?? request.refusal;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (settings.latencyMs > 0) await pause(reply, settings.latencyMs);
    // Only here for a request whose body could not be read: it has passed preValidation by.
    const fault = faultOf(request);
    return fault ? spoil(fault, reply, payload) : payload;
  });
}
