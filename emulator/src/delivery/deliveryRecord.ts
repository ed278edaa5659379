import { laterThan, milliseconds } from "../model/clock";
import type { DeliveryRecord, Store, StoredStream } from "../model/store";
import type { Settings } from "../options";

export function deliveryRecordOf(store: Store, streamId: string): DeliveryRecord {
  const record = store.deliveryRecords.get(streamId) ?? {
    failuresInARow: 0,
    disabledByTenant: false,
  };
  store.deliveryRecords.set(streamId, record);
  return record;
}

/** Counts a failed delivery, and disables the stream if too many have failed, in a row or in total. */
export function countFailure(
  store: Store,
  stream: StoredStream,
  { disableAfterConsecutive, disableAfterTotal }: Settings["delivery"],
  time: number,
): void {
  const record = deliveryRecordOf(store, stream.id);
  record.failuresInARow++;
  const failed = store.deliveries.get(stream.id)?.failedCount ?? 0;
  const isFailing = record.failuresInARow >= disableAfterConsecutive || failed >= disableAfterTotal;
  if (!isFailing || stream.status !== "enabled") return;
  stream.status = "disabled";
  stream.updated_at = milliseconds(laterThan(stream.updated_at, time));
  record.disabledByTenant = true;
}

/**
 * Whether the tenant disabled this stream, and a failed delivery hasn't been delivered since. A running
 * redelivery counts as failed, because it may fail again.
 */
export function mustStayDisabled(store: Store, { id, status }: StoredStream): boolean {
  if (status !== "disabled" || !store.deliveryRecords.get(id)?.disabledByTenant) return false;
  for (const delivery of store.deliveries.get(id)?.from() ?? []) {
    const isRedelivered = delivery.attempts.some((attempt) => attempt.status === "retrying");
    if (delivery.status === "failed" || isRedelivered) return true;
  }
  return false;
}

/** Once a client enables the stream, earlier failures no longer count. */
export function forgetFailures(store: Store, streamId: string): void {
  const record = deliveryRecordOf(store, streamId);
  record.failuresInARow = 0;
  record.disabledByTenant = false;
}
