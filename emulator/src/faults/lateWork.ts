import type { Fault } from "./faults";

/** Work of requests that were answered, or whose connection was closed, before it was done. */
export interface LateWork {
  /** `work` is called with the time at which it counts as done. */
  add(fault: Fault, work: (time: number) => void): void;
  /** Counts an API request. */
  count(): void;
  /** Does the work that is due. */
  settle(): void;
  /** Does all the work that is left. */
  finish(): void;
}

interface Entry {
  work: (time: number) => void;
  dueAt?: number;
  requestsLeft: number;
}

// Without a timer: the work is done when somebody next looks, which is the same to all who look and
// follows a clock that a test moves.
export function lateWork(now: () => number): LateWork {
  let waiting: Entry[] = [];

  function run(isDue: (entry: Entry) => boolean): void {
    const due = waiting.filter(isDue);
    waiting = waiting.filter((entry) => !due.includes(entry));
    const time = ({ dueAt = now() }: Entry) => Math.min(dueAt, now());
    due.sort((one, other) => time(one) - time(other));
    for (const entry of due) entry.work(time(entry));
  }

  return {
    add({ lateMs, lateRequests = 0 }, work) {
      const dueAt = lateMs === undefined ? {} : { dueAt: now() + lateMs };
      waiting.push({ work, ...dueAt, requestsLeft: lateRequests });
    },
    count() {
      for (const entry of waiting) entry.requestsLeft--;
    },
    settle: () => run(({ dueAt = 0, requestsLeft }) => dueAt <= now() && requestsLeft <= 0),
    finish: () => run(() => true),
  };
}
