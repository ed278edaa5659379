import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { type Moment, momentOf, resume, writeCursor } from "../http/pages";
import type { Delivery } from "../model/store";
import type { Settings } from "../options";
import { deliveryList, streamPath } from "../schemas/uri";
import { existingStream } from "./eventStreams";

interface DeliveryQuery {
  statuses?: string;
  event_types?: string;
  date_from?: string;
  date_to?: string;
  from?: string;
  take?: string;
}

const list = "deliveries";

export function deliveries(app: FastifyInstance, context: Context): void {
  const { settings, store } = context;

  app.get<{ Params: { id: string }; Querystring: DeliveryQuery }>(
    "/event-streams/:id/deliveries",
    {
      config: { scope: "read:event_deliveries" },
      schema: { params: streamPath, querystring: deliveryList },
    },
    async ({ params, query }) => {
      const all = store.deliveries.get(params.id) ?? [];
      const moment = momentOf(context);
      const start = query.from === undefined ? 0 : place(all, query.from, moment, settings);
      existingStream(context, params.id);

      const page = all
        .slice(start)
        .filter(matches(query))
        .slice(0, Number(query.take ?? 50));
      if (settings.deliveriesShape === "array") return page.map(deliveryAnswer).map(withText);

      const answer = page.map(deliveryAnswer);
      const last = page.at(-1);
      if (last === undefined) return { deliveries: answer };
      // Recordings of the service show `next` on a short last page too.
      const { now: issued, ...counts } = moment;
      const cursor = { list, id: last.id, index: all.indexOf(last), issued, ...counts };
      return { deliveries: answer, next: writeCursor(cursor) };
    },
  );
}

/** `from` is a delivery's id in the interface and an opaque cursor in recordings; both are taken. */
function place(
  all: Delivery[],
  from: string,
  moment: Moment,
  { deliveriesFrom }: Pick<Settings, "deliveriesFrom">,
): number {
  const index = all.findIndex(({ id }) => id === from);
  if (index < 0) return resume(all, from, { list, ...moment });
  return deliveriesFrom === "inclusive" ? index : index + 1;
}

function matches({ statuses, event_types, date_from, date_to }: DeliveryQuery) {
  const oneOf = (values: string | undefined, value: string) =>
    values === undefined || values.split(",").includes(value);
  const start = date_from === undefined ? -Infinity : Date.parse(date_from);
  const end = date_to === undefined ? Infinity : Date.parse(date_to);
  return (delivery: Delivery) => {
    const time = timeOf(delivery);
    return (
      oneOf(statuses, delivery.status) &&
      oneOf(event_types, delivery.event_type) &&
      time >= start &&
      time < end
    );
  };
}

/** The interface leaves open which date is meant: the first attempt's, else the event's. */
const timeOf = ({ attempts, event }: Delivery) => Date.parse(attempts[0]?.timestamp ?? event.time);

type Answer = Omit<Delivery, "event"> & Partial<Delivery>;

function deliveryAnswer({ event, ...delivery }: Delivery): Answer {
  return delivery.status === "failed" ? { ...delivery, event } : delivery;
}

function withText({ event, ...delivery }: Answer): Answer {
  if (event === undefined) return delivery;
  const { data } = event;
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return { ...delivery, event: { ...event, data: text } };
}
