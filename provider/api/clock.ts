/** Time and chance, so that tests wait for neither. */
export interface Clock {
  /** Milliseconds since the epoch that never jump, whatever happens to the machine's clock. */
  now(): number;
  /** The machine's clock. Unlike `now` it goes on while the machine sleeps, and can be set. */
  wall(): number;
  sleep(ms: number): Promise<void>;
  /** From 0, inclusive, to 1, exclusive. */
  random(): number;
}

/** Node's timers have 31 bits: a longer one would end at once. */
const maxTimerMs = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wall: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, maxTimerMs))),
  random: Math.random,
};
