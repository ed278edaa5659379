export interface RateLimit {
  perSecond: number;
  burst: number;
}

export interface Budget {
  allowed: boolean;
  headers: Record<"x-ratelimit-limit" | "x-ratelimit-remaining" | "x-ratelimit-reset", string>;
}

/**
 * A token bucket: bursts of `burst`, refilled by `perSecond`. The reset that it tells, in epoch
 * seconds, is the moment at which a client that has nothing left may send one request again.
 */
export function rateLimit({ perSecond, burst }: RateLimit, now: () => number): () => Budget {
  let left = burst;
  let seen = now();

  return () => {
    const time = now();
    left = Math.min(burst, left + (Math.max(0, time - seen) / 1000) * perSecond);
    seen = time;
    // Sums of fractions fall a hair short of the whole request that they stand for.
    const allowed = left >= 1 - 1e-9;
    if (allowed) left = Math.max(0, left - 1);
    const wait = Math.max(0, 1 - left) / perSecond;
    return {
      allowed,
      headers: {
        "x-ratelimit-limit": String(burst),
        "x-ratelimit-remaining": String(Math.floor(left)),
        "x-ratelimit-reset": String(Math.ceil(time / 1000 + wait)),
      },
    };
  };
}
