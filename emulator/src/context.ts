import { Tokens } from "./auth/tokens";
import { DeliveryEngine } from "./delivery/deliveryEngine";
import type { RespondHook } from "./faults/fault";
import { FaultQueue } from "./faults/faultQueue";
import { LateWork } from "./faults/lateWork";
import type { ListRequest } from "./http/pages";
import { type RateLimit, rateLimit, type TakeRequest } from "./http/rateLimit";
import type { RequestRecord } from "./http/requestRecord";
import { Clock } from "./model/clock";
import { Store } from "./model/store";
import type { Settings } from "./options";

/** The state of one tenant, which its routes share. */
export type Context = ReturnType<typeof newContext>;

export function newContext(settings: Settings) {
  const store = new Store();
  /** The names of all routes, such as `"POST /event-streams"`. */
  const routes = new Set<string>();
  const clock = new Clock(settings);
  /** Takes a request from the rate limit. It is undefined if there is none. */
  const takeRequest: TakeRequest | undefined =
    settings.rateLimit && rateLimit(settings.rateLimit, settings.now);
  return {
    settings,
    clock,
    store,
    tokens: new Tokens(settings),
    requests: [] as RequestRecord[],
    routes,
    faults: new FaultQueue(routes),
    lateWork: new LateWork(settings.now),
    deliveryEngine: new DeliveryEngine(settings.delivery, clock, store),
    takeRequest,
    respond: undefined as RespondHook | undefined,
  };
}

/** The settings that a running tenant can change. An omitted setting keeps its value. */
export interface Changes {
  latencyMs?: number;
  clockSkewMs?: number;
  /** A new limit starts with the whole burst. Null removes the limit. */
  rateLimit?: RateLimit | null;
}

export function changeSettings(context: Context, { rateLimit: limit, ...changes }: Changes): void {
  Object.assign(context.settings, changes);
  if (limit === undefined) return;
  context.takeRequest = limit ? rateLimit(limit, context.settings.now) : undefined;
}

/** What the pages of a list depend on besides the query. */
export const listRequest = (list: string, { settings }: Context): ListRequest => ({
  list,
  limit: settings.pageLimit,
});
