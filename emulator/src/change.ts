import type { Context } from "./context";
import { InvalidInput } from "./invalidInput";
import { type RateLimit, rateLimit } from "./rateLimit";

/** What of a running tenant can be changed; what is left out stays. */
export interface Changes {
  latencyMs?: number;
  rateLimit?: RateLimit | null;
}

export function change(context: Context, { latencyMs, rateLimit: limit }: Changes): void {
  const { settings } = context;
  if (latencyMs !== undefined && !(Number.isFinite(latencyMs) && latencyMs >= 0)) {
    throw new InvalidInput(`latencyMs must be a number of milliseconds, not ${latencyMs}`);
  }
  if (limit && !(limit.perSecond > 0 && limit.burst >= 0)) {
    throw new InvalidInput("rateLimit must be { perSecond: more than 0, burst: 0 or more }");
  }
  if (latencyMs !== undefined) settings.latencyMs = latencyMs;
  if (limit !== undefined) {
    settings.rateLimit = limit ?? undefined;
    context.spend = limit ? rateLimit(limit, settings.now) : undefined;
  }
}
