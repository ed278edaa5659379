import { isItem } from "../api/fetchPage";
import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { encode } from "../schema/codec";
import { functionSchema } from "../schema/packageSchema";
import { secretTexts } from "../schema/secrets";
import { npxCommand } from "../shared/command";
import type { Props } from "../shared/json";
import { type Delivery, decodeDelivery, noStream, unreadable } from "./deliveryPage";
import { argumentsOf } from "./functionArguments";
import { sendOnce } from "./sendOnce";

export const testEventFunction = "sendTestEvent";

export const testEventOperation: Operation = {
  route: "POST /event-streams/{id}/test",
  scopes: ["update:event_streams"],
};

const { inputs } = functionSchema(testEventFunction);
const argumentsFrom = argumentsOf(testEventFunction);

/** The status of this refusal is in no description of the service, so that the advice fits others, too. */
const mayBeDisabled = (streamId: string, { data }: Props) =>
  `${data === undefined ? "" : "it may refuse the data, and "}the service sends no test event to a disabled stream: to try its receiver, redeliver one failed delivery by its id, which \`${npxCommand} deliveries list ${streamId}\` shows: \`${npxCommand} deliveries redeliver ${streamId} <id of the delivery>\``;

/**
 * Makes the service send a test event. Returns its delivery, without the content of the event. The error
 * of a lost response names `listCommand`.
 */
export async function sendTestEvent(
  api: ManagementApi,
  args: Props,
  listCommand?: string,
): Promise<{ delivery: Delivery }> {
  const { eventStreamId, ...event } = argumentsFrom(args);
  const id = String(eventStreamId);
  const disabled = mayBeDisabled(id, event);
  const advice = { 400: disabled, 409: disabled, 404: noStream };
  const body = encode(inputs, event);
  const options = { id, body, advice, secrets: secretTexts(inputs, event) };
  const response = await sendOnce(api, testEventOperation, options, listCommand);
  if (!isItem(response)) {
    throw unreadable(api, id, "it is no delivery", testEventOperation);
  }
  const { event: _content, ...delivery } = decodeDelivery(response);
  return { delivery };
}
