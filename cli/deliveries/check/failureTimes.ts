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

/** The spans of a bucket, in seconds. Each divides the next, so that counts can be added up. */
const spans = [minute, 5 * minute, 15 * minute, hour, 6 * hour, day, 7 * day];

const longerSpan = (seconds: number): number => spans.find((span) => span > seconds) ?? seconds * 2;

/** Counts failures by time in few buckets, whose span grows with the time between the failures. */
export class FailureTimes {
  private span = minute;
  /** By the start of the bucket, in seconds since 1970. */
  private counts = new Map<number, number>();

  /** `ms` is the time of a failure in milliseconds since 1970. */
  add(ms: number): void {
    const start = bucketStart(ms / 1000, this.span);
    this.counts.set(start, (this.counts.get(start) ?? 0) + 1);
    while (this.isTooLong()) {
      this.span = longerSpan(this.span);
      this.counts = merged(this.counts, this.span);
    }
  }

  /** The buckets in the order of time; undefined if there was no failure. */
  overTime(): FailuresOverTime | undefined {
    if (this.counts.size === 0) return undefined;
    const sorted = [...this.counts].sort(([a], [b]) => a - b);
    return {
      bucketSeconds: this.span,
      buckets: sorted.map(([start, failed]) => ({ start: isoTime(start), failed })),
    };
  }

  private isTooLong(): boolean {
    const starts = [...this.counts.keys()];
    return Math.max(...starts) - Math.min(...starts) >= maxBuckets * this.span;
  }
}

const bucketStart = (seconds: number, span: number): number => Math.floor(seconds / span) * span;

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString();

function merged(counts: Map<number, number>, span: number): Map<number, number> {
  const longer = new Map<number, number>();
  for (const [start, count] of counts) {
    const key = bucketStart(start, span);
    longer.set(key, (longer.get(key) ?? 0) + count);
  }
  return longer;
}
