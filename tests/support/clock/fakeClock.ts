import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../provider/api/clock";

export interface FakeClock extends Clock {
  /** Milliseconds of every sleep, in order. */
  readonly slept: number[];
  advance(ms: number): void;
  /** Lets the time pass until every timer has expired. */
  expire(): void;
  /** The machine sleeps: the clock that never jumps stands still, and the rest of the world goes on. */
  suspend(ms: number): void;
}

/** Time that passes only when somebody sleeps or says so, and chance that is always the same. */
export function fakeClock(start = "2026-11-20T12:00:00Z", chance = 0): FakeClock {
  let time = Date.parse(start);
  let suspended = 0;
  const slept: number[] = [];
  const timers = new Set<{ at: number; expired: () => void }>();
  return {
    slept,
    now: () => time,
    wall: () => time + suspended,
    random: () => chance,
    advance(ms) {
      time += ms;
    },
    expire() {
      for (const { at, expired } of timers) {
        time = Math.max(time, at);
        expired();
      }
      timers.clear();
    },
    timer(ms, expired) {
      const timer = { at: time + ms, expired };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    suspend(ms) {
      suspended += ms;
    },
    async sleep(ms) {
      slept.push(ms);
      // Before the time passes, so that code which does not wait for the end of a sleep is too early.
      await setImmediate();
      time += ms;
    },
  };
}
