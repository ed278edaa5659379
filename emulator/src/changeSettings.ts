import type { Context } from "./context";
import { type RateLimit, rateLimit, resetFormats } from "./http/rateLimit";
import { InvalidInput, isObject } from "./invalidInput";

/** The settings of a running tenant that can change. An omitted setting keeps its value. */
export interface Changes {
  latencyMs?: number;
  clockSkewMs?: number;
  /** Starts with the whole burst. Null removes the limit. */
  rateLimit?: RateLimit | null;
}

/** Throws InvalidInput, and changes nothing, if one of the changes is invalid. */
export function changeSettings(context: Context, changes: Changes): void {
  const violation = violationOf(changes);
  if (violation) throw new InvalidInput(violation);
  const { settings } = context;
  const { latencyMs, clockSkewMs, rateLimit: limit } = changes;
  if (latencyMs !== undefined) settings.latencyMs = latencyMs;
  if (clockSkewMs !== undefined) settings.clockSkewMs = clockSkewMs;
  if (limit === undefined) return;
  settings.rateLimit = limit ?? undefined;
  context.takeRequest = limit ? rateLimit(limit, settings.now) : undefined;
}

function violationOf(changes: unknown): string | undefined {
  if (!isObject(changes)) {
    return "Settings must be an object";
  }
  const { latencyMs, clockSkewMs, rateLimit: limit, ...others } = changes as Changes;
  const [unknownName] = Object.keys(others);
  if (unknownName !== undefined) {
    return `There is no setting ${unknownName}, only latencyMs, clockSkewMs and rateLimit`;
  }
  if (latencyMs !== undefined && !isAtLeast(0, latencyMs)) {
    return "latencyMs must be a number of milliseconds";
  }
  if (clockSkewMs !== undefined && !Number.isFinite(clockSkewMs)) {
    return "clockSkewMs must be a number of milliseconds";
  }
  return limit === undefined || limit === null ? undefined : rateLimitViolation(limit);
}

function rateLimitViolation({ perSecond, burst, reset }: RateLimit): string | undefined {
  if (reset !== undefined && !Object.hasOwn(resetFormats, reset)) {
    return `reset must be one of ${Object.keys(resetFormats).join(", ")}`;
  }
  return perSecond !== 0 && isAtLeast(0, perSecond) && isAtLeast(0, burst)
    ? undefined
    : "rateLimit must be null or { perSecond: more than 0, burst: 0 or more }";
}

const isAtLeast = (minimum: number, value: unknown) =>
  Number.isFinite(value) && Number(value) >= minimum;
