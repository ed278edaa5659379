import type { Clock } from "../api/clock";
import type { ManagementApi } from "../api/managementApi";
import type { Delivery } from "./deliveryPage";
import { assertStreamExists, readDelivery } from "./oneDelivery";

const firstDelayMs = 1000;
const maxDelayMs = 5000;

/** The service may list a delivery some time after it has accepted its event. */
const acceptedMs = 5000;

export type DeliveryResult =
  | { state: "failed"; delivery: Delivery }
  | { state: "delivered" }
  /** The last status that was seen, if any. */
  | { state: "unknown"; delivery: Delivery | undefined };

/** Looks at a delivery until it has failed, or is not listed any more, or the time is over. */
export async function waitForResult(
  { api, id }: { api: ManagementApi; id: string },
  deliveryId: string,
  timeoutMs: number,
  clock: Pick<Clock, "now" | "sleep">,
): Promise<DeliveryResult> {
  const start = clock.now();
  const deadline = start + timeoutMs;
  let seen: Delivery | undefined;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    const leftMs = deadline - clock.now();
    if (leftMs <= 0) return { state: "unknown", delivery: seen };
    await clock.sleep(Math.min(delayMs, leftMs));

    const delivery = await readDelivery(api, id, deliveryId, { deadline });
    if (delivery?.status === "failed") return { state: "failed", delivery };
    const isGone = delivery === undefined;
    if (isGone && (seen !== undefined || clock.now() - start >= acceptedMs)) {
      await assertStreamExists(api, id);
      return { state: "delivered" };
    }
    seen = delivery ?? seen;
  }
}
