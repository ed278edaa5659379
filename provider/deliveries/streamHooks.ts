import { ApiError, oneLine } from "../api/apiError";
import { type Clock, realClock } from "../api/clock";
import type { ManagementApi } from "../api/managementApi";
import { secretTexts } from "../schema/secrets";
import { sentence } from "../schema/wording";
import { npxCommand } from "../shared/command";
import type { Json, Props } from "../shared/json";
import { testDeliverySchema } from "./arguments";
import { completedAttempts, lastMessage } from "./attempts";
import { maxPageSize } from "./deliveryPage";
import { listDeliveries } from "./listDeliveries";
import { sendTestEvent } from "./testEvent";
import { waitForResult } from "./waitForResult";

/** The stream of a resource hook. */
export interface HookedStream {
  id: string;
  /** The tenant that has it. */
  tenant: Json | undefined;
  /** What no message may repeat. */
  secrets: string[];
}

/** Sends a test event to a new stream. Throws the receiver's answer if it is not delivered in time. */
export async function testDelivery(
  api: ManagementApi,
  stream: HookedStream,
  event: Props,
  timeoutSeconds: number,
  clock: Pick<Clock, "now" | "sleep"> = realClock,
): Promise<void> {
  assertTenant(api, stream);
  const { id } = stream;
  // The next run does not test the stream again, whatever an error of a request advises.
  const untested = (reason: string) =>
    new Error(
      `Stream ${id} was created, but ${reason}\n` +
        `Then test it again with \`auth0 event-streams trigger ${id} --type ${event.eventType}\`.`,
    );
  const send = async () => {
    const delivery = await sendTestEvent(api, id, event);
    const timeoutMs = timeoutSeconds * 1000;
    return { delivery, result: await waitForResult({ api, id }, delivery.id, timeoutMs, clock) };
  };
  const { delivery, result } = await send().catch(({ message }: Error) => {
    throw untested(`its test failed: ${message}`);
  });
  if (result.state === "delivered") return;
  const inTime = result.state === "failed" ? "" : ` within ${timeoutSeconds} seconds`;
  const secrets = [...stream.secrets, ...secretTexts(testDeliverySchema, event), ...api.secrets()];
  throw untested(
    `its test event ${delivery.id} wasn't delivered${inTime}: ${sentence(describe(result.delivery, secrets))}\n` +
      "Correct the receiver or the stream.",
  );
}

/** A receiver may repeat what a request had. */
function describe(delivery: Props | undefined, secrets: string[]): string {
  if (delivery === undefined) return "Auth0 doesn't list it yet";
  const count = completedAttempts(delivery).length;
  const attempts = `${delivery.status} after ${count} ${count === 1 ? "attempt" : "attempts"}`;
  const message = oneLine([lastMessage(delivery)], secrets);
  return message ? `${attempts}, the last with: ${message}` : attempts;
}

/** Throws if a stream has failed deliveries, which its deletion would lose. */
export async function keepFailedDeliveries(
  api: ManagementApi,
  stream: HookedStream,
): Promise<void> {
  assertTenant(api, stream);
  const { id } = stream;
  const count = await countFailed(api, id);
  if (count === 0) return;
  const orMore = count < maxPageSize ? "" : " or more";
  const deliveries = count === 1 ? "delivery" : "deliveries";
  throw new Error(
    `Deleting the stream ${id} would lose ${count}${orMore} failed ${deliveries}.\n` +
      `Redeliver them first: \`${npxCommand} deliveries redeliver ${id}\`.\n` +
      `To see them, run \`${npxCommand} deliveries list ${id}\`.`,
  );
}

/** The failed deliveries on the first page; none of a stream that is gone. */
async function countFailed(api: ManagementApi, eventStreamId: string): Promise<number> {
  const query = { statuses: ["failed"], take: maxPageSize, maxItems: maxPageSize };
  try {
    const { value } = await listDeliveries(api, { eventStreamId, ...query }).next();
    return value?.deliveries.length ?? 0;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return 0;
    throw error;
  }
}

/** A hook does not learn which provider its resource has. */
function assertTenant({ settings }: ManagementApi, { id, tenant }: HookedStream): void {
  if (tenant === settings.domain || tenant === settings.formerDomain) return;
  throw new Error(
    `Stream ${id} belongs to the tenant ${tenant}, but the hook is for ${settings.domain}. Nothing was sent.\n` +
      "Pass the stream's Provider to the hook as its provider option.",
  );
}
