import { apiError, type Failure } from "./errors";
import { type HttpAnswer, NoAnswer } from "./http";

/** Time and chance, so that tests need not wait for either. */
export type Clock = { now(): number; sleep(ms: number): Promise<void>; random(): number };

export const realClock: Clock = {
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** Enough to sit out a crowd on a small plan: 2 requests a second, bursts of 10. */
export const maxAttempts = 12;
/** A run should rather fail with a reason than hang. */
export const maxTotalMs = 5 * 60_000;
/** No single wait is longer, whatever a header says; nor shorter, or a past reset makes a hot loop. */
export const maxDelayMs = 60_000;
export const minDelayMs = 100;
const second = 1000;

/** 429 never ran. After 408, 5xx or silence nobody knows: only what is harmless is repeated. */
export function isRetryable(status: number | undefined, repeatable: boolean): boolean {
  if (status === 429) return true;
  return repeatable && (status === undefined || status === 408 || status >= 500);
}

/**
 * Milliseconds to wait before the next attempt (1 is the first): `Retry-After`, else
 * `X-RateLimit-Reset` (epoch seconds, by the service's own clock), else 0.5 s doubling to 8 s. Up to
 * one more second is spread over, so that those who wait together do not return together.
 */
export function retryDelayMs(
  attempt: number,
  headers: HttpAnswer["headers"],
  { now, random }: Pick<Clock, "now" | "random">,
): number {
  const serverNow = Date.parse(headers.date ?? "") || now();
  const reset = Number(headers["x-ratelimit-reset"] || Number.NaN) * second - serverNow;
  const directed = [retryAfter(headers["retry-after"], serverNow), reset].find(Number.isFinite);
  const delay = Math.max(directed ?? Math.min(500 * 2 ** (attempt - 1), 8000), 0);
  return Math.min(Math.max(delay + random() * second, minDelayMs), maxDelayMs);
}

/** A number of seconds, or a date (RFC 9110 section 10.2.3). */
function retryAfter(header: string | undefined, now: number): number {
  if (!header) return Number.NaN;
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Date.parse(header) - now : seconds * second;
}

/** Repeats a request while that is allowed, bounded in attempts and in time; then tells what failed. */
export async function persist(
  attemptOnce: () => Promise<HttpAnswer>,
  repeatable: boolean,
  clock: Clock,
  failure: Failure,
): Promise<HttpAnswer> {
  const deadline = clock.now() + maxTotalMs;
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce().catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const silent = outcome instanceof NoAnswer;
    const delay = retryDelayMs(attempt, silent ? {} : outcome.headers, clock);
    const spent = attempt >= maxAttempts || clock.now() + delay > deadline;
    if (spent || !isRetryable(silent ? undefined : outcome.status, repeatable)) {
      if (silent) throw apiError({ ...failure, reason: outcome.message });
      return outcome;
    }
    await clock.sleep(delay);
  }
}
