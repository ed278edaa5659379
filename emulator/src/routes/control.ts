import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import type { Fault } from "../faults/faults";
import { Refusal, unknownRoute } from "../http/refusal";
import { InvalidInput } from "../invalidInput";
import { type Changes, change } from "../model/changes";

/** The tenant object's own means, for programs that are not in its process. */
export function control(app: FastifyInstance, context: Context): void {
  const { requests, faults, settings, tokens, late } = context;

  app.setErrorHandler((error, _request, reply) => {
    const refusal = refusalOf(error);
    return reply.code(refusal.status).send(refusal.body());
  });
  app.setNotFoundHandler(() => {
    throw unknownRoute();
  });

  app.get("/requests", async () => requests);
  app.delete("/requests", async (_request, reply) => {
    requests.length = 0;
    return reply.code(204).send();
  });

  app.get("/faults", async () => faults.left());
  app.post<{ Body: Fault | Fault[] }>("/faults", async ({ body }, reply) => {
    faults.add(...[body].flat());
    return reply.code(201).send(faults.left());
  });
  app.delete("/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  app.put<{ Body: Changes }>("/settings", async ({ body }) => {
    change(context, body);
    const { latencyMs, clockSkewMs, rateLimit = null } = settings;
    return { latencyMs, clockSkewMs, rateLimit };
  });

  app.post("/finish-late-work", async (_request, reply) => {
    late.finish();
    return reply.code(204).send();
  });

  app.post("/revoke-tokens", async (_request, reply) => {
    tokens.revokeAll();
    return reply.code(204).send();
  });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidInput) return new Refusal(400, error.message);
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  return new Refusal(statusCode, message);
}
