import type { FastifyInstance } from "fastify";
import { type Context, listRequest } from "../context";
import { addDelivery } from "../delivery/newDelivery";
import { checkpointAt, type ListRequest, startOf } from "../http/pages";
import { Refusal } from "../http/refusal";
import { type Delivery, type DeliveryFilter, matches } from "../model/delivery";
import { DeliveryLog } from "../model/deliveryLog";
import type { StoredStream } from "../model/store";
import { routeOf } from "../operations";
import { eventStream } from "../resources";
import { existingObject } from "./collection";

interface DeliveryQuery {
  statuses?: string;
  event_types?: string;
  date_from?: string;
  date_to?: string;
  from?: string;
  take?: string;
}

interface TestEvent {
  event_type: string;
  data?: object;
}

interface OfStream {
  Params: { id: string };
}

interface DeliveryById {
  Params: { id: string; event_id: string };
}

export function deliveries(app: FastifyInstance, context: Context): void {
  app.route<OfStream & { Querystring: DeliveryQuery }>({
    ...routeOf("GET /event-streams/{id}/deliveries"),
    handler: async ({ params, query }) => listDeliveries(params.id, query, context),
  });

  app.route<DeliveryById>({
    ...routeOf("GET /event-streams/{id}/deliveries/{event_id}"),
    handler: async ({ params }) => deliveryResponse(existingDelivery(context, params)),
  });
}

/** The routes of test events and redeliveries. They respond first, and start the attempts afterwards. */
export function redeliveries(app: FastifyInstance, context: Context): void {
  const { store, deliveryEngine } = context;

  app.route<OfStream & { Body: TestEvent }>({
    ...routeOf("POST /event-streams/{id}/test"),
    handler: async ({ params, body: { event_type: type, data } }, reply) => {
      const stream = existingStream(context, params.id);
      if (stream.status !== "enabled") {
        // Auth0 sends no test event either, but its errorCode is unknown.
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

const existingStream = ({ store }: Context, id: string): StoredStream =>
  existingObject({ collection: eventStream, objects: store.streams }, id);

function existingDelivery(context: Context, params: DeliveryById["Params"]): Delivery {
  const stream = existingStream(context, params.id);
  const delivery = context.store.deliveries.get(stream.id)?.get(params.event_id);
  if (delivery) return delivery;
  throw new Refusal(404, "The event does not exist.");
}

function listDeliveries(streamId: string, query: DeliveryQuery, context: Context): object {
  const { store } = context;
  const log = store.deliveries.get(streamId) ?? new DeliveryLog();
  const request = listRequest("deliveries", context);
  const start = firstPosition(log, query.from, request);
  existingStream(context, streamId);

  const page = pageFrom(log, start, query);
  const response = page.map(deliveryResponse);
  const last = page.at(-1);
  if (last === undefined) return { deliveries: response };
  // In Auth0's recordings, even a short last page has a `next`.
  const position = log.positionOf(last.id) ?? start;
  return { deliveries: response, next: checkpointAt(position + 1, request) };
}

/** `from` is a delivery's id in the API reference, but a checkpoint id in recordings. Both are accepted. */
function firstPosition(log: DeliveryLog, from: string | undefined, request: ListRequest): number {
  if (from === undefined) return 0;
  const position = log.positionOf(from);
  return position === undefined ? startOf(from, request) : position + 1;
}

/** Reads no more deliveries than the page needs. */
function pageFrom(log: DeliveryLog, start: number, query: DeliveryQuery): Delivery[] {
  const { statuses, event_types, date_from, date_to, take = 50 } = query;
  const isWanted = matches({
    statuses: statuses?.split(","),
    event_types: event_types?.split(","),
    date_from,
    date_to,
  });
  const page: Delivery[] = [];
  for (const delivery of log.from(start)) {
    if (isWanted(delivery)) page.push(delivery);
    if (page.length === Number(take)) break;
  }
  return page;
}

type DeliveryResponse = Omit<Delivery, "event"> & Partial<Delivery>;

/** As recorded, only a failed delivery has its event in a response, and the event has no purpose there. */
function deliveryResponse({ event, ...delivery }: Delivery): DeliveryResponse {
  if (delivery.status !== "failed") return delivery;
  const { a0purpose: _, ...content } = event;
  return { ...delivery, event: content };
}
