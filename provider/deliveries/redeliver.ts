import type { ManagementApi, SendOptions } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { npxCommand } from "../shared/command";
import type { Props } from "../shared/json";
import { dateQuery, noStream } from "./deliveryPage";
import { sendOnce } from "./sendOnce";

const scopes = ["update:event_deliveries"];

export const redeliverManyOperation: Operation = {
  route: "POST /event-streams/{id}/redeliver",
  scopes,
};
export const redeliverOneOperation: Operation = {
  route: "POST /event-streams/{id}/redeliver/{event_id}",
  scopes,
};

const noDelivery =
  "The stream has no such delivery, or doesn't exist. Auth0 keeps only undelivered events.";

const notFailed = `Only a failed delivery can be redelivered, and this one is in progress or has succeeded. See \`${npxCommand} deliveries list\`.`;

/** Auth0 accepts the request before it delivers. A lost response may belong to an accepted one. */
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

/** One request for all failed deliveries that match; Auth0 does not say which these are. */
export async function redeliverMatching(
  api: ManagementApi,
  id: string,
  { eventTypes, ...dates }: Props,
): Promise<void> {
  const types = eventTypes === undefined ? {} : { event_types: eventTypes };
  const body = { statuses: ["failed"], ...types, ...dateQuery(dates) };
  const advice = { 404: noStream, 409: notFailed };
  await sendOnce(api, redeliverManyOperation, { id, body, advice });
}
