import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../provider/api/clock";

export interface FakeClock extends Clock {
  /** The milliseconds of every sleep, in order. */
  readonly slept: number[];
  advance(ms: number): void;
  /** Advances the time until every timer has expired. */
  expire(): void;
  /** Lets the machine sleep. The monotonic clock stands still, and all other clocks advance. */
  suspend(ms: number): void;
}

/** A clock that advances only for sleeps and on request, and random numbers that never change. */
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
      // This comes before the time advances, so that code that does not await a sleep runs too early.
      await setImmediate();
      time += ms;
    },
  };
}
