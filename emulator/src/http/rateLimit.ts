export interface RateLimit {
  perSecond: number;
  burst: number;
  /** The form of the X-RateLimit-Reset header. @default epoch-seconds */
  reset?: keyof typeof resetFormats;
}

/** Each gets the current time and the remaining wait, both in seconds. */
export const resetFormats = {
  "epoch-seconds": (time: number, wait: number) => Math.ceil(time + wait),
  "epoch-milliseconds": (time: number, wait: number) => Math.ceil((time + wait) * 1000),
  "seconds-to-go": (_time: number, wait: number) => Math.ceil(wait),
  past: (time: number) => Math.floor(time) - 60,
  absent: () => undefined,
};

export type TakeRequest = ReturnType<typeof rateLimit>;

/**
 * A token bucket of `burst` requests, refilled by `perSecond`. X-RateLimit-Reset is the time at which
 * a client without remaining requests may send the next one.
 */
export function rateLimit(
  { perSecond, burst, reset: resetFormat = "epoch-seconds" }: RateLimit,
  now: () => number,
) {
  let remaining = burst;
  let refilledAt = now();

  return () => {
    const time = now();
    const elapsedSeconds = Math.max(0, time - refilledAt) / 1000;
    remaining = Math.min(burst, remaining + elapsedSeconds * perSecond);
    refilledAt = time;
    // Because of rounding errors, a sum of fractions may be slightly less than a whole request.
    const allowed = remaining >= 1 - 1e-9;
    if (allowed) remaining = Math.max(0, remaining - 1);
    const waitSeconds = Math.max(0, 1 - remaining) / perSecond;
    const reset = resetFormats[resetFormat](time / 1000, waitSeconds);
    return {
      allowed,
      headers: {
        "x-ratelimit-limit": String(burst),
        "x-ratelimit-remaining": String(Math.floor(remaining)),
        ...(reset !== undefined && { "x-ratelimit-reset": String(reset) }),
      },
    };
  };
}
