import type { Context } from "../context";
import { type RateLimit, rateLimit, resets } from "../http/rateLimit";
import { InvalidInput } from "../invalidInput";

/** What of a running tenant can be changed; what is left out stays. */
export interface Changes {
  latencyMs?: number;
  clockSkewMs?: number;
  rateLimit?: RateLimit | null;
}

export function change(context: Context, changes: Changes): void {
  const problem = problemOf(changes);
  if (problem) throw new InvalidInput(problem);
  const { settings } = context;
  const { rateLimit: limit, ...numbers } = changes;
  Object.assign(settings, defined(numbers));
  if (limit === undefined) return;
  settings.rateLimit = limit ?? undefined;
  context.spend = limit ? rateLimit(limit, settings.now) : undefined;
}

function problemOf(changes: unknown): string | undefined {
  if (typeof changes !== "object" || changes === null || Array.isArray(changes)) {
    return "Settings are an object";
  }
  const { latencyMs, clockSkewMs, rateLimit: limit, ...others } = changes as Changes;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return `There is no setting ${other}, only latencyMs, clockSkewMs and rateLimit`;
  }
  if (latencyMs !== undefined && !isAtLeast(0, latencyMs)) {
    return "latencyMs must be a number of milliseconds";
  }
  if (clockSkewMs !== undefined && !Number.isFinite(clockSkewMs)) {
    return "clockSkewMs must be a number of milliseconds";
  }
  if (limit === undefined || limit === null) return undefined;
  if (limit.reset !== undefined && !Object.hasOwn(resets, limit.reset)) {
    return `reset must be one of ${Object.keys(resets).join(", ")}`;
  }
  return limit.perSecond !== 0 && isAtLeast(0, limit.perSecond) && isAtLeast(0, limit.burst)
    ? undefined
    : "rateLimit must be null or { perSecond: more than 0, burst: 0 or more }";
}

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const isAtLeast = (minimum: number, value: unknown) =>
  Number.isFinite(value) && Number(value) >= minimum;
