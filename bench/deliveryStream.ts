import type { Tenant } from "../emulator/src";

/** A stream's id says how many deliveries it has. */
export const deliveryStreamId = (count: number): string => `est_${String(count).padStart(22, "0")}`;

/** The ids of the deliveries of every stream, in order. */
export const deliveryId = (index: number): string => `evt_${String(index).padStart(22, "0")}`;

const time = "2026-01-01T00:00:00.000Z";

/** As large as recorded ones: four attempts, and a user in the event. */
const attempts = Array.from({ length: 4 }, () => ({
  status: "failed",
  error_message: 'Post "https://hooks.example.com/auth0/deliveries/c ...',
  timestamp: time,
  duration: 27.042698,
}));
const event = { data: { object: { user_id: "auth0|1", text: "a".repeat(900) } } };

/** Puts a stream with failed deliveries into a tenant, without requests. */
export function addDeliveryStream(tenant: Tenant, count: number): void {
  const id = deliveryStreamId(count);
  tenant.streams.set(id, {
    id,
    status: "enabled",
    name: `with ${count} deliveries`,
    subscriptions: [{ event_type: "user.created" }],
    created_at: time,
    updated_at: time,
    destination: { type: "action", configuration: { action_id: "5f3c1a52-action" } },
  });
  const deliveries = Array.from({ length: count }, (_, index) => ({
    id: deliveryId(index),
    status: "failed",
    time,
    attempts,
    event,
  }));
  tenant.addDeliveries(id, deliveries);
}
