import type { Context } from "../context";
import { InvalidInput, isObject } from "../invalidInput";
import { deliveriesOf } from "../model/addDeliveries";
import { milliseconds } from "../model/clock";
import type { Delivery } from "../model/delivery";
import { newId, type StoredStream } from "../model/store";
import { domainOf } from "../options";
import { eventTypes, sampleData } from "./sampleData";

export interface NewEvent {
  type: string;
  /** @default sample data */
  data?: object | undefined;
  purpose?: "test";
}

/** Adds a delivery of a new event to a stream. The event is a CloudEvent in Auth0's form. */
export function addDelivery(
  { store, clock, settings }: Context,
  { id: streamId }: StoredStream,
  { type, data = sampleData(type), purpose }: NewEvent,
): Delivery {
  const id = newId("evt");
  const domain = domainOf(settings);
  const delivery: Delivery = {
    id,
    event_stream_id: streamId,
    event_type: type,
    status: "pending",
    attempts: [],
    event: {
      specversion: "1.0",
      id,
      source: `urn:auth0:${domain}`,
      type,
      time: milliseconds(clock.objectTime()),
      data: structuredClone(data),
      ...(purpose && { a0purpose: purpose }),
      a0stream: streamId,
      a0tenant: domain,
    },
  };
  deliveriesOf(store, streamId).add(delivery);
  return delivery;
}

/** Raises an event, and returns copies of its new deliveries, one for each stream that gets it. */
export function raiseEvent(context: Context, type: string, data?: object): Delivery[] {
  if (!eventTypes.includes(type)) {
    throw new InvalidInput(`There is no event type ${type}. Use one of ${eventTypes.join(", ")}.`);
  }
  if (data !== undefined && !isObject(data)) {
    throw new InvalidInput("An event's data must be an object.");
  }
  const streams = [...context.store.streams.values()].filter(
    ({ status, subscriptions = [] }) =>
      status === "enabled" && subscriptions.some(({ event_type }) => event_type === type),
  );
  const deliveries = streams.map((stream) => addDelivery(context, stream, { type, data }));
  const copies = structuredClone(deliveries);
  for (const delivery of deliveries) context.deliveryEngine.start(delivery);
  return copies;
}
