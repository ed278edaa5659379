import { ApiError } from "../api/apiError";
import type { Clock } from "../api/clock";
import { isItem } from "../api/fetchPage";
import type { ManagementApi, SendOptions } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { type Delivery, decodeDelivery, unreadable } from "./deliveryPage";
import { listDeliveries } from "./listDeliveries";

const firstDelayMs = 1000;
const maxDelayMs = 5000;

/** Auth0 may list a delivery some time after it has accepted its event. */
const acceptedMs = 5000;

export type DeliveryResult =
  | { state: "failed"; delivery: Delivery }
  | { state: "delivered" }
  /** The last status that was seen, if any. */
  | { state: "unknown"; delivery: Delivery | undefined };

/** Looks at a delivery until it has failed, or is not listed any more, or the time is over. */
export async function waitForResult(
  { api, id }: { api: ManagementApi; id: string },
  deliveryId: string,
  timeoutMs: number,
  clock: Pick<Clock, "now" | "sleep">,
): Promise<DeliveryResult> {
  const start = clock.now();
  const deadline = start + timeoutMs;
  let seen: Delivery | undefined;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    const leftMs = deadline - clock.now();
    if (leftMs <= 0) return { state: "unknown", delivery: seen };
    await clock.sleep(Math.min(delayMs, leftMs));

    const delivery = await readDelivery(api, id, deliveryId, { deadline });
    if (delivery?.status === "failed") return { state: "failed", delivery };
    const isGone = delivery === undefined;
    if (isGone && (seen !== undefined || clock.now() - start >= acceptedMs)) {
      await assertStreamExists(api, id);
      return { state: "delivered" };
    }
    seen = delivery ?? seen;
  }
}

export const oneDeliveryOperation: Operation = {
  route: "GET /event-streams/{id}/deliveries/{event_id}",
  scopes: ["read:event_deliveries"],
};

/** One delivery; undefined if Auth0 has none with this id, as after a successful delivery. */
export async function readDelivery(
  api: ManagementApi,
  eventStreamId: string,
  deliveryId: string,
  limits: Pick<SendOptions, "deadline"> = {},
): Promise<Delivery | undefined> {
  try {
    const options = { id: eventStreamId, deliveryId, ...limits };
    const response = await api.send(oneDeliveryOperation, options);
    if (isItem(response)) return decodeDelivery(response);
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  }
  throw unreadable(api, eventStreamId, "it isn't a delivery", oneDeliveryOperation);
}

/** A delivery is gone with its stream, too. Throws Auth0's 404. */
async function assertStreamExists(api: ManagementApi, eventStreamId: string): Promise<void> {
  await listDeliveries(api, { eventStreamId, take: 1, maxItems: 1 }).next();
}
