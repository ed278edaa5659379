import { eventTypes } from "../delivery/sampleData";
import { milliseconds } from "./clock";
import type { Attempt, Delivery, EventContent } from "./delivery";
import { DeliveryLog } from "./deliveryLog";
import type { Store } from "./store";

/** A field that is omitted gets the value of the sample delivery at the same position. */
export interface DeliveryInput {
  id?: string;
  status?: string;
  event_type?: string;
  /** The time of the event and of the first attempt. */
  time?: string;
  attempts?: Attempt[];
  event?: Partial<EventContent>;
}

const statuses = ["failed", "retrying", "pending"] as const;
const firstTime = Date.parse("2026-01-01T00:00:00Z");

export function addDeliveries(
  store: Store,
  streamId: string,
  added: DeliveryInput[] | number,
): Delivery[] {
  const stream = store.streams.get(streamId);
  if (stream === undefined) throw new Error(`There is no event stream ${streamId}.`);
  const log = deliveriesOf(store, streamId);
  const count = log.addedCount;
  const inputs: DeliveryInput[] =
    typeof added === "number" ? Array.from({ length: added }, () => ({})) : added;
  const subscribed = stream.subscriptions?.map(({ event_type }) => event_type) ?? [];
  const types = subscribed.length > 0 ? subscribed : eventTypes;
  const deliveries = inputs.map((input, position) => {
    store.deliveryCount++;
    const id = `evt_${String(store.deliveryCount).padStart(22, "0")}`;
    return deliveryOf(input, { streamId, types, index: count + position, id });
  });
  for (const delivery of deliveries) log.add(delivery);
  return deliveries;
}

export function deliveriesOf(store: Store, streamId: string): DeliveryLog {
  const log = store.deliveries.get(streamId) ?? new DeliveryLog();
  store.deliveries.set(streamId, log);
  return log;
}

function deliveryOf(
  input: DeliveryInput,
  seed: { streamId: string; types: readonly string[]; index: number; id: string },
): Delivery {
  const id = input.id ?? seed.id;
  const status = input.status ?? statuses[seed.index % statuses.length] ?? "failed";
  const type = input.event_type ?? typeAt(seed.index, seed.types);
  const time = input.time ?? milliseconds(firstTime + seed.index * 60_000);
  return {
    id,
    event_stream_id: seed.streamId,
    event_type: type,
    status,
    attempts: input.attempts ?? (status === "pending" ? [] : [failedAttempt(time)]),
    event: {
      id,
      source: "urn:auth0:emulator",
      specversion: "1.0",
      type,
      time,
      data: { object: { id: `${type.split(".")[0]}_${seed.index}` } },
      ...input.event,
    },
  };
}

/** Each round starts with the next type, so that every type occurs with each status. */
function typeAt(index: number, types: readonly string[]): string {
  const round = Math.floor(index / types.length);
  return types[(index + round) % types.length] ?? "user.created";
}

const failedAttempt = (timestamp: string): Attempt => ({
  status: "failed",
  timestamp,
  error_message: "The webhook answered 503 Service Unavailable",
  duration: 0.25,
});
