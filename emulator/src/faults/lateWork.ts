import type { Fault } from "./fault";

interface Entry {
  work: (time: number) => void;
  /** The time in milliseconds since the epoch. If undefined, the work waits for requests. */
  dueAt: number | undefined;
  requestsLeft: number;
}

/**
 * The handlers' work of requests that have already got their response or lost their connection. There is
 * no timer. The tenant does due work when it next reads its state, so that a test can move the clock.
 */
export class LateWork {
  private waiting: Entry[] = [];

  constructor(private readonly now: () => number) {}

  /** Calls `work` once it is due, with the time at which it counts as done. */
  add(
    { lateMs, lateRequests = 0 }: Pick<Fault, "lateMs" | "lateRequests">,
    work: (time: number) => void,
  ): void {
    const dueAt = lateMs === undefined ? undefined : this.now() + lateMs;
    this.waiting.push({ work, dueAt, requestsLeft: lateRequests });
  }

  /** Counts an API request for `lateRequests`. */
  countRequest(): void {
    for (const entry of this.waiting) entry.requestsLeft--;
  }

  /** Does the work that is due. */
  runDue(): void {
    const now = this.now();
    this.run(
      this.waiting.filter(({ dueAt = 0, requestsLeft }) => dueAt <= now && requestsLeft <= 0),
    );
  }

  /** Does all remaining work now. */
  runAll(): void {
    this.run(this.waiting);
  }

  private run(entries: Entry[]): void {
    const now = this.now();
    // Work that is done ahead of its time counts as done now.
    const timeOf = ({ dueAt = now }: Entry) => Math.min(dueAt, now);
    this.waiting = this.waiting.filter((entry) => !entries.includes(entry));
    const inOrder = [...entries].sort((a, b) => timeOf(a) - timeOf(b));
    for (const entry of inOrder) entry.work(timeOf(entry));
  }
}
