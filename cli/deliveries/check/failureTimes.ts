/** Counts by time, without the spans in which nothing failed. */
export interface FailuresOverTime {
  bucketSeconds: number;
  buckets: Bucket[];
}

interface Bucket {
  start: string;
  failed: number;
}

/** As delivery-report.schema.json promises. */
export const maxBuckets = 60;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The spans of a bucket, in seconds, and twice the last one, as often as needed. */
const spans = [minute, 5 * minute, 15 * minute, hour, 6 * hour, day, 7 * day];

const longerSpan = (seconds: number): number => spans.find((span) => span > seconds) ?? seconds * 2;

const bucketStart = (seconds: number, span: number): number => Math.floor(seconds / span) * span;

/** Counts failures by time in few buckets, whose span grows with the time between the failures. */
export class FailureTimes {
  private readonly times: number[] = [];

  /** `ms` is the time of a failure in milliseconds since 1970. */
  add(ms: number): void {
    this.times.push(ms / 1000);
  }

  /** The buckets in the order of time; undefined if there was no failure. */
  overTime(): FailuresOverTime | undefined {
    const sorted = this.times.toSorted((a, b) => a - b);
    const [first, last = first] = [sorted[0], sorted.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    let span = minute;
    while (bucketStart(last, span) - bucketStart(first, span) >= maxBuckets * span) {
      span = longerSpan(span);
    }
    const counts = new Map<number, number>();
    for (const time of sorted) {
      const start = bucketStart(time, span);
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    const buckets = [...counts].map(([start, failed]) => ({
      start: new Date(start * 1000).toISOString(),
      failed,
    }));
    return { bucketSeconds: span, buckets };
  }
}
