import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { encode } from "../schema/codec";
import { functionSchema } from "../schema/packageSchema";
import type { Props } from "../shared/json";
import { decodeDelivery, isDelivery, noStream, unreadable } from "./deliveryPage";
import { argumentsOf } from "./functionArguments";

export const testEventFunction = "sendTestEvent";

export const testEventOperation: Operation = {
  route: "POST /event-streams/{id}/test",
  scope: "update:event_deliveries",
};

const { inputs } = functionSchema(testEventFunction);
const argumentsFrom = argumentsOf(testEventFunction);

const isDisabled =
  "the service sends no test event to a disabled stream: if the stream is disabled, `npx auth0-native deliveries check` shows its failures; enable it, then run again";

/** Makes the service send a test event. Returns its delivery, without the content of the event. */
export async function sendTestEvent(api: ManagementApi, args: Props): Promise<Props> {
  const { eventStreamId, ...event } = argumentsFrom(args);
  const id = String(eventStreamId);
  const advice = { 400: isDisabled, 404: noStream };
  const body = encode(inputs, event);
  const response = await api.send(testEventOperation, { id, body, advice });
  if (!isDelivery(response)) {
    throw unreadable(api, id, "it is no delivery", testEventOperation);
  }
  const { event: _content, ...delivery } = decodeDelivery(response);
  return { delivery };
}
