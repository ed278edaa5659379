/** Time and chance, so that tests wait for neither. */
export interface Clock {
  /** Milliseconds since the epoch that never jump, whatever happens to the machine's clock. */
  now(): number;
  /** The machine's clock. Unlike `now` it goes on while the machine sleeps, and can be set. */
  wall(): number;
  sleep(ms: number): Promise<void>;
  /** Calls back after so many milliseconds, unless the function that it returns is called before. */
  timer(ms: number, expired: () => void): () => void;
  /** From 0, inclusive, to 1, exclusive. */
  random(): number;
}

export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wall: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timer(ms, expired) {
    const timer = setTimeout(expired, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
