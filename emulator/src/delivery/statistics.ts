import { milliseconds } from "../model/clock";
import type { DeliveryCounts, DeliveryRecord, StoredStream } from "../model/store";
import { hourMs } from "./deliveryRecord";

const dayMs = 24 * hourMs;
const defaultWindowMs = 14 * dayMs;

/** The times that the statistics are for, whole hours as recorded: by default the two weeks up to the end of this hour. */
export function statisticsWindow(
  { date_from, date_to }: { date_from?: string; date_to?: string },
  now: number,
) {
  const last = date_to === undefined ? now : Date.parse(date_to);
  const first = date_from === undefined ? last - defaultWindowMs : Date.parse(date_from);
  return {
    from: Math.floor(first / hourMs) * hourMs,
    to: date_to === undefined ? hourAfter(now) : Math.ceil(last / hourMs) * hourMs,
  };
}

const hourAfter = (time: number) => (Math.floor(time / hourMs) + 1) * hourMs;

/** What became of the deliveries of a stream in a window, by day. */
export function statistics(
  { id, name }: StoredStream,
  hours: DeliveryRecord["hours"],
  window: ReturnType<typeof statisticsWindow>,
): object {
  const firstDay = Math.floor(window.from / dayMs);
  // A bucket for each day that the window touches.
  const length = Math.max(0, Math.ceil(window.to / dayMs) - firstDay);
  const inWindow = Object.entries(hours)
    .map(([hour, counts]) => ({ hour: Number(hour), counts }))
    .filter(({ hour }) => hour >= window.from && hour < window.to);

  const metric = (metricName: string, outcome: keyof DeliveryCounts) => {
    const data = Array.from({ length }, () => 0);
    for (const { hour, counts } of inWindow) {
      const day = Math.floor(hour / dayMs) - firstDay;
      data[day] = (data[day] ?? 0) + counts[outcome];
    }
    const window_total = data.reduce((sum, count) => sum + count, 0);
    return { name: `auth0.event_streams.${metricName}`, window_total, type: "sum", data };
  };

  return {
    id,
    name,
    window: {
      date_from: milliseconds(window.from),
      date_to: milliseconds(window.to),
      bucket_interval: { scale_factor: dayMs / 1000 },
    },
    buckets: Array.from({ length }, (_, day) => milliseconds((firstDay + day) * dayMs)),
    metrics: [metric("successful_deliveries", "delivered"), metric("failed_deliveries", "failed")],
  };
}
