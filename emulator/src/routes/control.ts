import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { raiseEvent } from "../delivery/newDelivery";
import type { Fault } from "../faults/fault";
import { acceptJsonAsForm } from "../http/bodyParsers";
import { Refusal, refusalOf, unknownRoute } from "../http/refusal";
import { shareSchemaCompiler } from "../http/requestValidation";
import { InvalidInput, isObject } from "../invalidInput";
import { served } from "../operations";
import { editRoute } from "./collection";

/** Lets programs in other processes do what a program does with the tenant object. */
export function control(app: FastifyInstance, context: Context): void {
  const { requests, faults, deliveryEngine } = context;
  acceptJsonAsForm(app);
  shareSchemaCompiler(app);

  app.setErrorHandler((error, _request, reply) => {
    const refusal =
      error instanceof InvalidInput ? new Refusal(400, error.message) : refusalOf(error);
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

  app.get("/faults", async () => faults.remaining());
  app.post<{ Body: Fault | Fault[] }>("/faults", async ({ body }, reply) => {
    faults.add(...[body].flat());
    return reply.code(201).send(faults.remaining());
  });
  app.delete("/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  for (const { resource, operations } of served) {
    if (!("name" in resource)) continue;
    const update = operations.find(
      ({ method, path }) => `${method} ${path}` === `PATCH /${resource.name}/{id}`,
    );
    if (update) editRoute(app, context, resource, update);
  }

  app.post<{ Body: unknown }>("/events", async ({ body }, reply) => {
    const { type, data } = eventOf(body);
    const deliveries = raiseEvent(context, type, data);
    const response = deliveries.map(({ event: _, ...delivery }) => delivery);
    return reply.code(201).send({ deliveries: response });
  });
  app.post("/deliveries-done", async (_request, reply) => {
    await deliveryEngine.done();
    return reply.code(204).send();
  });
}

function eventOf(body: unknown): { type: string; data?: object } {
  if (!isObject(body)) {
    throw new InvalidInput("An event must be an object.");
  }
  const { type, data, ...others } = body as { type: string; data?: object };
  const [unknownName] = Object.keys(others);
  if (unknownName === undefined) return data === undefined ? { type } : { type, data };
  throw new InvalidInput(`An event has no ${unknownName}. It takes only type and data.`);
}
