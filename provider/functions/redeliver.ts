import { ApiError } from "../api/apiError";
import type { ManagementApi, SendOptions } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { encode } from "../schema/codec";
import { functionSchema } from "../schema/packageSchema";
import { npxCommand } from "../shared/command";
import type { Props } from "../shared/json";
import { dateQuery } from "./deliveryDates";
import { noStream } from "./deliveryPage";
import { argumentsOf } from "./functionArguments";
import { sendOnce } from "./sendOnce";

export const redeliverFunction = "redeliver";

const scopes = ["update:event_deliveries"];

export const redeliverManyOperation: Operation = {
  route: "POST /event-streams/{id}/redeliver",
  scopes,
};
export const redeliverOneOperation: Operation = {
  route: "POST /event-streams/{id}/redeliver/{event_id}",
  scopes,
};

const { inputs } = functionSchema(redeliverFunction);
const argumentsFrom = argumentsOf(redeliverFunction);

const noDelivery =
  "the stream, or a delivery of it with this id, does not exist; a delivery that succeeded is not listed any more";

const notFailed = `only a failed delivery can be redelivered: this one is under way, or has succeeded; look at it with \`${npxCommand} deliveries list\``;

/**
 * Redelivers the deliveries with the given ids, one request each, or all that match the filters, in one
 * request. Skips ids that the service does not have (404), and deliveries that are not failed (409): they may
 * have been redelivered meanwhile. Throws if it accepts none of them, and at the first other failure.
 */
export async function redeliver(api: ManagementApi, args: Props): Promise<Props> {
  const { eventStreamId, deliveryIds, ...filters } = argumentsFrom(args);
  const id = String(eventStreamId);
  if (!Array.isArray(deliveryIds)) {
    await redeliverMatching(api, id, filters);
    return {};
  }
  return { deliveryIds: await redeliverIds(api, id, deliveryIds.map(String)) };
}

/** Returns the ids that the service accepted. */
async function redeliverIds(api: ManagementApi, streamId: string, ids: string[]) {
  const accepted: string[] = [];
  let firstSkipped: ApiError | undefined;
  for (const id of ids) {
    try {
      await redeliverOne(api, streamId, id);
      accepted.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind !== "notFound" && error.status !== 409)
        throw error.add(`${accepted.length} of ${ids.length} were accepted before it`);
      firstSkipped ??= error;
    }
  }
  // With a stream that does not exist, none is accepted either.
  if (accepted.length === 0 && firstSkipped) throw firstSkipped;
  return accepted;
}

/** The service accepts the request before it delivers. A lost response may belong to an accepted one. */
export async function redeliverOne(
  api: ManagementApi,
  eventStreamId: string,
  deliveryId: string,
  options: Pick<SendOptions, "beforeSending"> = {},
): Promise<void> {
  const advice = { 404: noDelivery, 409: notFailed };
  await sendOnce(api, redeliverOneOperation, {
    ...options,
    id: eventStreamId,
    deliveryId,
    advice,
  });
}

/** One request for all failed deliveries that match; the service does not say which these are. */
async function redeliverMatching(api: ManagementApi, id: string, filters: Props): Promise<void> {
  const { dateFrom: _from, dateTo: _to, ...lists } = filters;
  const body = {
    statuses: ["failed"],
    ...(encode(inputs, lists) as Props),
    ...dateQuery(filters),
  };
  const advice = { 404: noStream, 409: notFailed };
  await sendOnce(api, redeliverManyOperation, { id, body, advice });
}
