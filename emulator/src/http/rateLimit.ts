export interface RateLimit {
  perSecond: number;
  burst: number;
}

export type TakeRequest = ReturnType<typeof rateLimit>;

/**
 * A token bucket of `burst` requests, refilled by `perSecond`. X-RateLimit-Reset is the time at which
 * a client without remaining requests may send the next one.
 */
export function rateLimit({ perSecond, burst }: RateLimit, now: () => number) {
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
    return {
      allowed,
      headers: {
        "x-ratelimit-limit": String(burst),
        "x-ratelimit-remaining": String(Math.floor(remaining)),
        "x-ratelimit-reset": String(Math.ceil(time / 1000 + waitSeconds)),
      },
    };
  };
}
