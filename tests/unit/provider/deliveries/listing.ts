import type { ManagementApi } from "../../../../provider/api/managementApi";
import {
  type ListedDeliveries,
  listDeliveries,
} from "../../../../provider/deliveries/listDeliveries";
import type { Props } from "../../../../provider/shared/json";

/** A stream's deliveries, in Auth0's form and in the function's. */
export const eventStreamId = "est_0123456789012345678901";

export const item = (id: string) => ({
  id,
  event_stream_id: eventStreamId,
  status: "failed",
  event_type: "user.created",
  attempts: [],
});

/** The ids of the deliveries that a test adds to a tenant. */
export const idsFrom = (count: number, first = 1) =>
  Array.from({ length: count }, (_, n) => `evt_${String(n + first).padStart(22, "0")}`);

/** All pages of a listing. */
export async function pages(api: ManagementApi, query: Props = {}): Promise<ListedDeliveries[]> {
  const all: ListedDeliveries[] = [];
  for await (const page of listDeliveries(api, { eventStreamId, ...query })) all.push(page);
  return all;
}

export const idsOf = (list: ListedDeliveries[]) =>
  list.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
