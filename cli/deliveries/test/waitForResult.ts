import { listDeliveries } from "../../../provider/functions/deliveries";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { readDelivery } from "../../../provider/functions/oneDelivery";
import { unlessAborted } from "../../shared/stop";
import type { CommandContext } from "../output";
import type { TenantStream } from "../streams/source";

const firstDelayMs = 1000;
const maxDelayMs = 5000;

/** The service may list a delivery some time after it has accepted its event. */
const acceptedMs = 5000;

export type TestResult =
  | { state: "failed"; delivery: Delivery }
  | { state: "delivered" }
  /** The last status that was seen, if any. */
  | { state: "unknown"; delivery: Delivery | undefined };

/** Looks at a delivery until it has failed, or is not listed any more, or the time is over. */
export async function waitForResult(
  { api, id }: TenantStream,
  deliveryId: string,
  timeoutMs: number,
  { clock, stop }: Pick<CommandContext, "clock"> & { stop: AbortSignal },
): Promise<TestResult> {
  const start = clock.now();
  const deadline = start + timeoutMs;
  let seen: Delivery | undefined;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    const leftMs = deadline - clock.now();
    if (leftMs <= 0) return { state: "unknown", delivery: seen };
    await unlessAborted(stop, clock.sleep(Math.min(delayMs, leftMs)));

    const delivery = await unlessAborted(stop, readDelivery(api, id, deliveryId, { deadline }));
    if (delivery?.status === "failed") return { state: "failed", delivery };
    const isGone = delivery === undefined;
    if (isGone && (seen !== undefined || clock.now() - start >= acceptedMs)) {
      await unlessAborted(stop, assertStreamExists(api, id));
      return { state: "delivered" };
    }
    seen = delivery ?? seen;
  }
}

/** A delivery is gone with its stream, too. Throws the service's 404. */
async function assertStreamExists(api: TenantStream["api"], eventStreamId: string): Promise<void> {
  await listDeliveries(api, { eventStreamId, take: 1, maxItems: 1 }).next();
}
