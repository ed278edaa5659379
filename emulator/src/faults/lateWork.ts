import type { Fault } from "./fault";

/** The handlers' work of requests that got their response, or lost their connection, before it. */
export interface LateWork {
  /** `work` is called once it is due, with the time at which it counts as done. */
  add(due: Pick<Fault, "lateMs" | "lateRequests">, work: (time: number) => void): void;
  /** Counts an API request for `lateRequests`. */
  countRequest(): void;
  /** Does the work that is due. */
  runDue(): void;
  /** Does all remaining work now. */
  runAll(): void;
}

interface Entry {
  work: (time: number) => void;
  /** In milliseconds since the epoch; without it the work waits for requests. */
  dueAt: number | undefined;
  requestsLeft: number;
}

// Without a timer: due work is done when the tenant's state is read next. Nobody can see the
// difference, and a test can move the clock.
export function lateWork(now: () => number): LateWork {
  let waiting: Entry[] = [];

  const isDue = ({ dueAt = 0, requestsLeft }: Entry) => dueAt <= now() && requestsLeft <= 0;

  /** Work that is done ahead of its time counts as done now. */
  const timeOf = ({ dueAt = now() }: Entry) => Math.min(dueAt, now());

  function run(entries: Entry[]): void {
    waiting = waiting.filter((entry) => !entries.includes(entry));
    const inOrder = [...entries].sort((a, b) => timeOf(a) - timeOf(b));
    for (const entry of inOrder) entry.work(timeOf(entry));
  }

  return {
    add({ lateMs, lateRequests = 0 }, work) {
      const dueAt = lateMs === undefined ? undefined : now() + lateMs;
      waiting.push({ work, dueAt, requestsLeft: lateRequests });
    },

    countRequest() {
      for (const entry of waiting) entry.requestsLeft--;
    },

    runDue: () => run(waiting.filter(isDue)),

    runAll: () => run(waiting),
  };
}
