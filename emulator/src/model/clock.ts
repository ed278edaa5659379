/** The two clocks of a tenant: `clockSkewMs` is the difference between them. */
export interface Clock {
  /** The time of the tenant's HTTP server, as in the `Date` of responses, in milliseconds. */
  now(): number;
  /** The time for the dates of an object that is written now, in milliseconds. */
  objectTime(): number;
  /** Runs `work` as if `now` was `time`. */
  runAt(time: number, work: () => void): void;
}

/** `settings.clockSkewMs` may change later. */
export function clockOf(settings: { now: () => number; clockSkewMs: number }): Clock {
  let workTime: number | undefined;

  return {
    now: () => settings.now(),

    objectTime: () => (workTime ?? settings.now()) - settings.clockSkewMs,

    runAt(time, work) {
      workTime = time;
      work();
      workTime = undefined;
    },
  };
}
