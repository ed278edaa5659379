import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { addDelivery } from "../delivery/newDelivery";
import { Refusal } from "../http/refusal";
import { type DeliveryFilter, matches } from "../model/delivery";
import { eventTypes } from "../schemas/eventTypes";
import { deliveryDates, deliveryPath, noQuery, streamPath } from "../schemas/pathsAndQueries";
import { closed } from "../schemas/requestBodies";
import { type DeliveryById, existingDelivery } from "./deliveries";
import { existingStream } from "./eventStreams";

const config = { scopes: ["update:event_deliveries"] };

const eventType = { enum: eventTypes, description: "Event kind" };

const testEvent = closed(
  { event_type: eventType, data: { type: "object", description: "Data of the event" } },
  ["event_type"],
);

const redelivery = closed({
  ...deliveryDates,
  statuses: {
    type: "array",
    items: { enum: ["failed"] },
    description: "Statuses of the deliveries",
  },
  event_types: {
    type: "array",
    items: eventType,
    description: "Event kinds of the deliveries",
  },
});

interface TestEvent {
  event_type: string;
  data?: object;
}

type OfStream = { Params: { id: string } };

/** Test events and redeliveries: the response comes first, the attempts follow. */
export function redeliveries(app: FastifyInstance, context: Context): void {
  const { store, deliveryEngine } = context;

  app.post<OfStream & { Body: TestEvent }>(
    "/event-streams/:id/test",
    {
      config: { scopes: ["update:event_streams"] },
      schema: { params: streamPath, body: testEvent, querystring: noQuery },
    },
    async ({ params, body: { event_type: type, data } }, reply) => {
      const stream = existingStream(context, params.id);
      if (stream.status !== "enabled") {
        // The service sends no test event either; its errorCode is unknown.
        throw new Refusal(400, "The event stream is disabled.", "event_stream_disabled");
      }
      const delivery = addDelivery(context, stream, { type, data, purpose: "test" });
      const response = structuredClone(delivery);
      deliveryEngine.start(delivery);
      return reply.code(202).send(response);
    },
  );

  app.post<OfStream & { Body: DeliveryFilter }>(
    "/event-streams/:id/redeliver",
    { config, schema: { params: streamPath, body: redelivery, querystring: noQuery } },
    async ({ params, body }, reply) => {
      const { id } = existingStream(context, params.id);
      const selected = [...(store.deliveries.get(id)?.from() ?? [])].filter(matches(body));
      if (selected.some(({ status }) => status !== "failed")) {
        throw new Refusal(409, "One or more events is not in a state that allows redelivery.");
      }
      for (const delivery of selected) deliveryEngine.redeliver(delivery);
      return reply.code(202).send(body);
    },
  );

  app.post<DeliveryById>(
    "/event-streams/:id/redeliver/:event_id",
    { config, schema: { params: deliveryPath, querystring: noQuery } },
    async ({ params }, reply) => {
      const delivery = existingDelivery(context, params);
      if (delivery.status !== "failed") {
        throw new Refusal(409, "The event is not in a state that allows redelivery.");
      }
      deliveryEngine.redeliver(delivery);
      return reply.code(202).send({});
    },
  );
}
