import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { addDelivery } from "../delivery/newDelivery";
import { Refusal } from "../http/refusal";
import { type DeliveryFilter, matches } from "../model/delivery";
import { routeOf } from "../operations";
import { type DeliveryById, existingDelivery, existingStream } from "./deliveries";

interface TestEvent {
  event_type: string;
  data?: object;
}

type OfStream = { Params: { id: string } };

/** Test events and redeliveries: the response comes first, the attempts follow. */
export function redeliveries(app: FastifyInstance, context: Context): void {
  const { store, deliveryEngine } = context;

  app.route<OfStream & { Body: TestEvent }>({
    ...routeOf("POST /event-streams/{id}/test"),
    handler: async ({ params, body: { event_type: type, data } }, reply) => {
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
  });

  app.route<OfStream & { Body: DeliveryFilter }>({
    ...routeOf("POST /event-streams/{id}/redeliver"),
    handler: async ({ params, body }, reply) => {
      const { id } = existingStream(context, params.id);
      const selected = [...(store.deliveries.get(id)?.from() ?? [])].filter(matches(body));
      if (selected.some(({ status }) => status !== "failed")) {
        throw new Refusal(409, "One or more events is not in a state that allows redelivery.");
      }
      for (const delivery of selected) deliveryEngine.redeliver(delivery);
      return reply.code(202).send(body);
    },
  });

  app.route<DeliveryById>({
    ...routeOf("POST /event-streams/{id}/redeliver/{event_id}"),
    handler: async ({ params }, reply) => {
      const delivery = existingDelivery(context, params);
      if (delivery.status !== "failed") {
        throw new Refusal(409, "The event is not in a state that allows redelivery.");
      }
      deliveryEngine.redeliver(delivery);
      return reply.code(202).send({});
    },
  });
}
