import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { encode } from "../schema/codec";
import { functionSchema } from "../schema/packageSchema";
import type { Props } from "../shared/json";
import { dateQuery } from "./deliveryDates";
import { noStream } from "./deliveryPage";
import { argumentsOf } from "./functionArguments";

export const redeliverFunction = "redeliver";

const scope = "update:event_deliveries";

export const redeliverManyOperation: Operation = {
  route: "POST /event-streams/{id}/redeliver",
  scope,
};
export const redeliverOneOperation: Operation = {
  route: "POST /event-streams/{id}/redeliver/{event_id}",
  scope,
};

const { inputs } = functionSchema(redeliverFunction);
const argumentsFrom = argumentsOf(redeliverFunction);

const noDelivery =
  "the stream, or a delivery of it with this id, does not exist; a delivery that succeeded is not listed any more";

/**
 * Redelivers the deliveries with the given ids, one request each, or all that match the filters, in one
 * request. Throws at the first request that fails.
 */
export async function redeliver(api: ManagementApi, args: Props): Promise<Props> {
  const { eventStreamId: id, deliveryIds, ...filters } = argumentsFrom(args);
  if (!Array.isArray(deliveryIds)) {
    await redeliverMatching(api, String(id), filters);
    return {};
  }
  const [filter] = Object.keys(filters);
  if (filter !== undefined) {
    throw new Error(`${redeliverFunction}: deliveryIds excludes ${filter}: pass one of them`);
  }
  for (const deliveryId of deliveryIds) await redeliverOne(api, String(id), String(deliveryId));
  return { deliveryIds };
}

/** The service accepts the request before it delivers. A lost response may belong to an accepted one. */
export async function redeliverOne(
  api: ManagementApi,
  eventStreamId: string,
  deliveryId: string,
): Promise<void> {
  const advice = { 404: noDelivery };
  await api.send(redeliverOneOperation, { id: eventStreamId, deliveryId, advice });
}

/** One request for all failed deliveries that match; the service does not say which these are. */
async function redeliverMatching(api: ManagementApi, id: string, filters: Props): Promise<void> {
  const { dateFrom: _from, dateTo: _to, ...lists } = filters;
  const body = {
    statuses: ["failed"],
    ...(encode(inputs, lists) as Props),
    ...dateQuery(filters),
  };
  await api.send(redeliverManyOperation, { id, body, advice: { 404: noStream } });
}
