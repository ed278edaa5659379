import { laterThan, milliseconds } from "../model/clock";
import type { DeliveryRecord, Store, StoredStream } from "../model/store";
import type { Settings } from "../options";

/** What became of the deliveries of a stream, and when the tenant disables it for that. */

export function deliveryRecordOf(store: Store, streamId: string): DeliveryRecord {
  const record = store.deliveryRecords.get(streamId) ?? {
    failuresInARow: 0,
    disabledByTenant: false,
  };
  store.deliveryRecords.set(streamId, record);
  return record;
}

/** Counts a failed delivery, and disables a stream of which too many have failed, in a row or in all. */
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
 * Whether the tenant disabled this stream, and a delivery has failed and was not delivered since: also
 * one that is being redelivered, since it may fail again.
 */
export function mustStayDisabled(store: Store, { id, status }: StoredStream): boolean {
  if (status !== "disabled" || !store.deliveryRecords.get(id)?.disabledByTenant) return false;
  for (const delivery of store.deliveries.get(id)?.from() ?? []) {
    const isRedelivered = delivery.attempts.some((attempt) => attempt.status === "retrying");
    if (delivery.status === "failed" || isRedelivered) return true;
  }
  return false;
}

/** A client has enabled the stream: what failed before no longer counts. */
export function forgetFailures(store: Store, streamId: string): void {
  const record = deliveryRecordOf(store, streamId);
  record.failuresInARow = 0;
  record.disabledByTenant = false;
}
