import type { Fault } from "./fault";

interface Entry {
  work: (time: number) => void;
  /** In milliseconds since the epoch; without it the work waits for requests. */
  dueAt: number | undefined;
  requestsLeft: number;
}

/**
 * The handlers' work of requests that got their response, or lost their connection, before it. There is no
 * timer: due work is done when the tenant's state is read next, so a test can move the clock.
 */
export class LateWork {
  private waiting: Entry[] = [];

  constructor(private readonly now: () => number) {}

  /** `work` is called once it is due, with the time at which it counts as done. */
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
