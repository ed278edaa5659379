export interface RateLimit {
  perSecond: number;
  burst: number;
  /** How `X-RateLimit-Reset` says when, which the interface leaves open. Default epoch-seconds. */
  reset?: keyof typeof resets;
}

/** Of the time and of what is left to wait, in seconds. */
export const resets = {
  "epoch-seconds": (time: number, wait: number) => Math.ceil(time + wait),
  "epoch-milliseconds": (time: number, wait: number) => Math.ceil((time + wait) * 1000),
  "seconds-to-go": (_time: number, wait: number) => Math.ceil(wait),
  past: (time: number) => Math.floor(time) - 60,
  absent: () => undefined,
};

export interface Budget {
  allowed: boolean;
  headers: Record<"x-ratelimit-limit" | "x-ratelimit-remaining", string> & {
    "x-ratelimit-reset"?: string;
  };
}

/**
 * A token bucket: bursts of `burst`, refilled by `perSecond`. The reset that it tells is the moment at which a client that has nothing left may send one request again.
 */
export function rateLimit(
  { perSecond, burst, reset: form = "epoch-seconds" }: RateLimit,
  now: () => number,
): () => Budget {
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
    const reset = resets[form](time / 1000, wait);
    return {
      allowed,
      headers: {
        "x-ratelimit-limit": String(burst),
        "x-ratelimit-remaining": String(Math.floor(left)),
        ...(reset !== undefined && { "x-ratelimit-reset": String(reset) }),
      },
    };
  };
}
