import { isItem } from "../api/fetchPage";
import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { encode } from "../schema/codec";
import { secretTexts } from "../schema/secrets";
import type { Props } from "../shared/json";
import { testDeliverySchema } from "./arguments";
import { type Delivery, decodeDelivery, noStream, unreadable } from "./deliveryPage";
import { sendOnce } from "./sendOnce";

export const testEventOperation: Operation = {
  route: "POST /event-streams/{id}/test",
  scopes: ["update:event_streams"],
};

/** Auth0 documents no status for a disabled stream, so the advice fits other causes, too. */
const rejected = ({ data }: Props) =>
  `Check ${data === undefined ? "" : "the data, and "}that the stream is enabled, because a disabled stream gets no test event.`;

/** Makes Auth0 send a test event. Returns its delivery. */
export async function sendTestEvent(
  api: ManagementApi,
  id: string,
  event: Props,
): Promise<Delivery> {
  const advice = { 400: rejected(event), 409: rejected(event), 404: noStream };
  const body = encode(testDeliverySchema, event);
  const secrets = () => secretTexts(testDeliverySchema, event);
  const response = await sendOnce(api, testEventOperation, { id, body, advice, secrets });
  if (isItem(response)) return decodeDelivery(response);
  throw unreadable(api, id, "it isn't a delivery", testEventOperation);
}
