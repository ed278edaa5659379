import { ApiError } from "../api/apiError";
import { isItem } from "../api/fetchPage";
import type { ManagementApi, SendOptions } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { listDeliveries } from "./deliveries";
import { type Delivery, decodeDelivery, unreadable } from "./deliveryPage";

export const oneDeliveryOperation: Operation = {
  route: "GET /event-streams/{id}/deliveries/{event_id}",
  scopes: ["read:event_deliveries"],
};

/** One delivery; undefined if the service has none with this id, as after a successful delivery. */
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
  throw unreadable(api, eventStreamId, "it is no delivery", oneDeliveryOperation);
}

/** A delivery is gone with its stream, too. Throws the service's 404. */
export async function assertStreamExists(api: ManagementApi, eventStreamId: string): Promise<void> {
  await listDeliveries(api, { eventStreamId, take: 1, maxItems: 1 }).next();
}
