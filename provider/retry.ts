import type { HttpAnswer } from "./http";

/** Time and chance, so that tests need not wait for either. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
  random(): number;
}

export const realClock: Clock = {
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** Enough to sit out a crowd on a small plan (2 requests a second, bursts of 10). */
export const maxAttempts = 12;
/** A run should rather fail with a reason than hang. */
export const maxTotalMs = 5 * 60_000;
/** No single wait is longer, whatever a header says. */
export const maxDelayMs = 60_000;
/** Nor shorter: a reset in the past must not make a hot loop. */
export const minDelayMs = 100;

/** The interface's own window: after it, a limit of requests a second has refilled. */
const second = 1000;

/**
 * 429 was refused before it ran, so it may always be sent again. After 408, 5xx or no answer the
 * outcome is unknown: only what can be repeated without harm is.
 */
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
  const directed =
    delayFrom(headers["retry-after"], serverNow) ??
    delayFrom(headers["x-ratelimit-reset"], serverNow, second);
  const delay = directed ?? Math.min(500 * 2 ** (attempt - 1), 8000);
  return Math.min(Math.max(delay + random() * second, minDelayMs), maxDelayMs);
}

/** A number of seconds from now, a date, or (with `epoch`) a number of seconds since 1970. */
function delayFrom(header: string | undefined, now: number, epoch?: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const value = Number(header);
  const delay = Number.isNaN(value)
    ? Date.parse(header) - now
    : epoch === undefined
      ? value * second
      : value * epoch - now;
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0);
}

/** Repeats a request while that is allowed, bounded in attempts and in time. */
export async function persist(
  attemptOnce: () => Promise<HttpAnswer>,
  repeatable: boolean,
  clock: Clock,
): Promise<HttpAnswer> {
  const deadline = clock.now() + maxTotalMs;
  for (let attempt = 1; ; attempt++) {
    const answer = await attemptOnce().catch((error: unknown) => ({ error }));
    const failed = "error" in answer;
    const status = failed ? undefined : answer.status;
    if (status !== undefined && !isRetryable(status, repeatable)) return answer as HttpAnswer;
    const delay = retryDelayMs(attempt, failed ? {} : answer.headers, clock);
    const spent = attempt >= maxAttempts || clock.now() + delay > deadline;
    if (spent || !isRetryable(status, repeatable)) {
      if (failed) throw answer.error;
      return answer;
    }
    await clock.sleep(delay);
  }
}
