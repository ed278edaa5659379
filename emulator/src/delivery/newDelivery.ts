import type { Clock } from "../model/clock";
import { deliveriesOf } from "../model/deliveries";
import type { Delivery } from "../model/delivery";
import { newId } from "../model/ids";
import type { Store, StoredStream } from "../model/store";
import { milliseconds } from "../model/timestamps";
import { sampleData } from "./sampleData";

export interface DeliveryContext {
  store: Store;
  clock: Clock;
  settings: { domain: string | undefined };
  identity: { domain: string };
}

export interface NewEvent {
  type: string;
  /** @default sample data */
  data?: object | undefined;
  purpose?: "test";
}

/** Adds a delivery to a stream, of a new event in the service's form of a CloudEvent. */
export function addDelivery(
  { store, clock, settings, identity }: DeliveryContext,
  { id: streamId }: StoredStream,
  { type, data = sampleData(type), purpose }: NewEvent,
): Delivery {
  const id = newId("evt");
  const tenant = settings.domain ?? identity.domain;
  const delivery: Delivery = {
    id,
    event_stream_id: streamId,
    event_type: type,
    status: "pending",
    attempts: [],
    event: {
      specversion: "1.0",
      id,
      source: `urn:auth0:${tenant}`,
      type,
      time: milliseconds(clock.objectTime()),
      data: structuredClone(data),
      ...(purpose && { a0purpose: purpose }),
      a0stream: streamId,
      a0tenant: tenant,
    },
  };
  deliveriesOf(store, streamId).add(delivery);
  return delivery;
}
