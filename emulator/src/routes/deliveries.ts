import type { FastifyInstance } from "fastify";
import { type Context, listRequest } from "../context";
import { checkpointAfter, type ListRequest, startIndex } from "../http/pages";
import type { Delivery } from "../model/store";
import type { Settings } from "../options";
import { deliveryList, streamPath } from "../schemas/pathsAndQueries";
import { existingStream } from "./eventStreams";

interface DeliveryQuery {
  statuses?: string;
  event_types?: string;
  date_from?: string;
  date_to?: string;
  from?: string;
  take?: string;
}

export function deliveries(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string }; Querystring: DeliveryQuery }>(
    "/event-streams/:id/deliveries",
    {
      config: { scope: "read:event_deliveries" },
      schema: { params: streamPath, querystring: deliveryList },
    },
    async ({ params, query }) => listDeliveries(params.id, query, context),
  );
}

function listDeliveries(streamId: string, query: DeliveryQuery, context: Context): object {
  const { settings, store } = context;
  const all = store.deliveries.get(streamId) ?? [];
  const request = listRequest("deliveries", context);
  const start = firstIndex(all, query.from, request, settings);
  existingStream(context, streamId);

  const page = all
    .slice(start)
    .filter(matches(query))
    .slice(0, Number(query.take ?? 50));
  if (settings.deliveriesShape === "array") return page.map(deliveryResponse).map(withTextData);

  const response = page.map(deliveryResponse);
  const last = page.at(-1);
  if (last === undefined) return { deliveries: response };
  // In recordings of the service, a short last page has a `next`, too.
  return { deliveries: response, next: checkpointAfter(last.id, all.indexOf(last), request) };
}

/** `from` is a delivery's id in the interface and a checkpoint id in recordings: both are accepted. */
function firstIndex(
  all: Delivery[],
  from: string | undefined,
  request: ListRequest,
  { deliveriesFrom }: Pick<Settings, "deliveriesFrom">,
): number {
  if (from === undefined) return 0;
  const index = all.findIndex(({ id }) => id === from);
  if (index < 0) return startIndex(all, from, request);
  return deliveriesFrom === "inclusive" ? index : index + 1;
}

function matches(query: DeliveryQuery): (delivery: Delivery) => boolean {
  const { statuses, event_types, date_from, date_to } = query;
  const isOneOf = (values: string | undefined, value: string) =>
    values === undefined || values.split(",").includes(value);
  const start = date_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date_from);
  const end = date_to === undefined ? Number.POSITIVE_INFINITY : Date.parse(date_to);
  return (delivery) => {
    const time = timeOf(delivery);
    return (
      isOneOf(statuses, delivery.status) &&
      isOneOf(event_types, delivery.event_type) &&
      time >= start &&
      time < end
    );
  };
}

/** The interface does not say which date the query means: the first attempt's, else the event's. */
const timeOf = ({ attempts, event }: Delivery) => Date.parse(attempts[0]?.timestamp ?? event.time);

type DeliveryResponse = Omit<Delivery, "event"> & Partial<Delivery>;

/** Only a failed delivery has its event in a response. */
function deliveryResponse({ event, ...delivery }: Delivery): DeliveryResponse {
  return delivery.status === "failed" ? { ...delivery, event } : delivery;
}

function withTextData({ event, ...delivery }: DeliveryResponse): DeliveryResponse {
  if (event === undefined) return delivery;
  const { data } = event;
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return { ...delivery, event: { ...event, data: text } };
}
