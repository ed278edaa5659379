/** A tenant's two clocks, which differ by `clockSkewMs`. */
export class Clock {
  private workTime: number | undefined;

  /** `settings.clockSkewMs` may change later. */
  constructor(private readonly settings: { now: () => number; clockSkewMs: number }) {}

  /** The time of the tenant's HTTP server, as in the `Date` of responses, in milliseconds. */
  now(): number {
    return this.settings.now();
  }

  /** The time for the dates of an object that is written now, in milliseconds. */
  objectTime(): number {
    return (this.workTime ?? this.now()) - this.settings.clockSkewMs;
  }

  /** Runs `work` as if `now` was `time`. */
  runAt(time: number, work: () => void): void {
    this.workTime = time;
    work();
    this.workTime = undefined;
  }
}

/** The form of the dates of event streams. */
export const milliseconds = (time: number) => new Date(time).toISOString();

/** The form of the dates of policies. They have microseconds, as in Auth0's recordings. */
export const microseconds = (time: number) => milliseconds(time).replace("Z", "000Z");

/** `time`, but always later than `previous`, so that every update shows even if the clock stands still. */
export const laterThan = (previous: string, time: number) =>
  Math.max(time, Date.parse(previous) + 1);
