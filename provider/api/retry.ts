import type { Clock } from "./clock";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import { classifyOutcome, type Outcome, type RequestKind } from "./outcome";

/** A run should rather fail with a reason than hang. */
export const maxTotalMs = 5 * 60_000;
/** No single wait is longer, whatever a header says; nor shorter, or the retries end within a moment. */
export const maxDelayMs = 60_000;
export const minDelayMs = 100;
/** Repeats while nobody has ever answered: more likely a wrong domain than a moment's outage. */
export const maxUnreachableRetries = 2;
const second = 1000;

/** What is asked, as far as it decides whether it may be asked again. */
export interface RetryRequest extends RequestKind {
  path: string;
  /** No repeat starts later. Default: five minutes from now. */
  deadline?: number | undefined;
}

/**
 * Milliseconds to wait before the next attempt (1 is the first): `Retry-After`, else
 * `X-RateLimit-Reset`, both by the service's own clock; where neither names a time to come, 0.5 s
 * doubling to 8 s. Up to one more second is spread over, so that those who wait together do not
 * return together.
 */
export function retryDelayMs(
  attempt: number,
  headers: HttpResponse["headers"],
  { now, random }: Pick<Clock, "now" | "random">,
): number {
  const serverNow = Date.parse(headers.date ?? "") || now();
  const directed = [
    retryAfter(headers["retry-after"], serverNow),
    untilReset(headers["x-ratelimit-reset"], serverNow),
  ].find((ms) => ms > 0 && Number.isFinite(ms));
  const delay = directed ?? Math.min(500 * 2 ** (attempt - 1), 8000);
  return Math.min(Math.max(delay + random() * second, minDelayMs), maxDelayMs);
}

/** A number of seconds, or a date (RFC 9110 section 10.2.3). */
function retryAfter(header: string | undefined, now: number): number {
  if (!header) return Number.NaN;
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Date.parse(header) - now : seconds * second;
}

/** A reset that is farther away is a misread unit or another clock, and not a limit's window. */
const maxResetMs = 60 * 60_000;

/**
 * The interface names no unit (section 8). Seconds to go are below 1e9, which is the year 2001 in
 * epoch seconds; 1e12 is the same in epoch milliseconds.
 */
function untilReset(header: string | undefined, now: number): number {
  const value = Number(header || Number.NaN);
  const ms = value < 1e12 ? value * second : value;
  const delay = value < 1e9 ? ms : ms - now;
  return delay <= maxResetMs ? delay : Number.NaN;
}

export interface RetryPolicy {
  clock: Clock;
  /** Whether the tenant has ever answered this process. */
  hostHasResponded: () => boolean;
  maxRetries: number;
  /** Told of each wait: how long, and after what. */
  onWait: (ms: number, after: Outcome) => void;
}

/** Repeats a request while that is allowed, bounded in attempts and in time; gives what came last. */
export async function withRetries(
  ask: RetryRequest,
  attemptOnce: (attempt: number) => Promise<HttpResponse>,
  { clock, hostHasResponded, maxRetries, onWait }: RetryPolicy,
): Promise<Outcome> {
  const { deadline = clock.now() + maxTotalMs } = ask;
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(attempt).catch((error: unknown) => {
      if (error instanceof NoResponse) return error;
      throw error;
    });
    const silent = outcome instanceof NoResponse;
    const delay = retryDelayMs(attempt, silent ? {} : outcome.headers, clock);
    const limit =
      silent && !hostHasResponded() ? Math.min(maxUnreachableRetries, maxRetries) : maxRetries;
    const spent = attempt > limit || clock.now() + delay > deadline;
    if (spent || !classifyOutcome(outcome, ask).retry) return outcome;
    onWait(delay, outcome);
    await clock.sleep(delay);
  }
}
