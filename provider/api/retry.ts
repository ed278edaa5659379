import type { Clock } from "./clock";
import type { HttpResponse } from "./http";

// How long a request waits before Transport.send repeats it. After a 429, the RateLimiter also keeps the
// tenant's other requests waiting.

/** For one request with all its retries: a run should rather fail with a reason than hang. */
export const maxTotalMs = 5 * 60_000;
/** No single wait is longer, whatever a header says. */
export const maxDelayMs = 60_000;
/** No single wait is shorter, or all retries would be used up within a moment. */
export const minDelayMs = 100;
/** Retries while the host has never responded: more likely a wrong domain than a short outage. */
export const maxUnreachableRetries = 2;

const secondMs = 1000;

/**
 * Milliseconds to wait after an attempt (1 is the first): `Retry-After`, else `X-RateLimit-Reset`,
 * both by Auth0's own clock; where neither names a time in the future, 0.5 s doubling to 8 s.
 * Up to one more second is added at random, so that requests that wait together do not return together.
 */
export function retryDelayMs(
  attempt: number,
  headers: HttpResponse["headers"],
  { now, random }: Pick<Clock, "now" | "random">,
): number {
  const serviceNow = serviceTime(headers, now);
  const fromHeaders = [
    retryAfterMs(headers["retry-after"], serviceNow),
    resetMs(headers["x-ratelimit-reset"], serviceNow),
  ].find((ms) => ms > 0 && Number.isFinite(ms));
  const backoffMs = Math.min(500 * 2 ** (attempt - 1), 8000);
  const delayMs = (fromHeaders ?? backoffMs) + random() * secondMs;
  return Math.min(Math.max(delayMs, minDelayMs), maxDelayMs);
}

/** A quota may be for a month. What names a later time is in another unit. */
const maxQuotaMs = 31 * 24 * 60 * 60_000;

/** Milliseconds that `Retry-After` names, if they are more than a request ever waits. */
export function tooLongDelayMs(
  headers: HttpResponse["headers"],
  { now }: Pick<Clock, "now">,
): number | undefined {
  const delayMs = retryAfterMs(headers["retry-after"], serviceTime(headers, now));
  return delayMs > maxDelayMs && delayMs <= maxQuotaMs ? delayMs : undefined;
}

const serviceTime = (headers: HttpResponse["headers"], now: Clock["now"]): number =>
  Date.parse(headers.date ?? "") || now();

/** A number of seconds, or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(header: string | undefined, now: number): number {
  if (!header) return Number.NaN;
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Date.parse(header) - now : seconds * secondMs;
}

/** A reset that is further away is in another unit or by another clock: no rate limit lasts so long. */
const maxResetMs = 60 * 60_000;

/** Milliseconds until the time that `X-RateLimit-Reset` names in seconds since the epoch. */
function resetMs(header: string | undefined, now: number): number {
  const delayMs = Number(header || Number.NaN) * secondMs - now;
  return delayMs <= maxResetMs ? delayMs : Number.NaN;
}
