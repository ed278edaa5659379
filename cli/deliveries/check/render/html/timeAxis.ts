import { countOf } from "../../../../shared/text";
import { bucketStart, type FailuresOverTime, longerSpan, maxBuckets } from "../../failureTimes";
import type { DeliveryReport } from "../../report";

/** The time that a picture shows, for all streams, in seconds since 1970. */
export interface TimeAxis {
  start: number;
  bucketSeconds: number;
  /** The number of buckets. */
  length: number;
}

/** From the first failure of any stream to the check, or to `until` before it; undefined if nothing failed. */
export function timeAxis({ streams, startedAt, criteria }: DeliveryReport): TimeAxis | undefined {
  const all = streams.flatMap(({ overTime }) => overTime ?? []);
  const starts = all.flatMap(({ buckets }) => buckets.map(({ start }) => seconds(start)));
  if (starts.length === 0) return undefined;

  const first = starts.reduce((a, b) => Math.min(a, b));
  const latest = starts.reduce((a, b) => Math.max(a, b));
  const until = seconds(criteria.until ?? startedAt);
  const end = Math.max(latest, Math.min(until, seconds(startedAt)));
  let span = all.reduce((longest, one) => Math.max(longest, one.bucketSeconds), 0);
  while (lengthOf(first, end, span) > maxBuckets) span = longerSpan(span);
  return {
    start: bucketStart(first, span),
    bucketSeconds: span,
    length: lengthOf(first, end, span),
  };
}

const lengthOf = (first: number, end: number, span: number) =>
  (bucketStart(end, span) - bucketStart(first, span)) / span + 1;

/** The counts of a stream in the buckets of an axis. */
export function countsOn(axis: TimeAxis, { buckets }: FailuresOverTime): number[] {
  const counts = Array.from({ length: axis.length }, () => 0);
  for (const { start, failed } of buckets) {
    const index = Math.floor((seconds(start) - axis.start) / axis.bucketSeconds);
    counts[index] = (counts[index] ?? 0) + failed;
  }
  return counts;
}

const seconds = (time: string) => Date.parse(time) / 1000;

const units: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** The span of a bucket: `5 minutes`, `1 day`. */
export function spanText(span: number): string {
  const [length, name] = units.find(([unit]) => span >= unit) ?? [60, "minute"];
  return countOf(span / length, name);
}
