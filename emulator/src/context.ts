import { type Identity, identityOf } from "./auth/identity";
import { type Tokens, tokensOf } from "./auth/tokens";
import { DeliveryEngine } from "./delivery/deliveryEngine";
import { type FaultQueue, faultQueue } from "./faults/faultQueue";
import { type LateWork, lateWork } from "./faults/lateWork";
import type { CannedAnswer } from "./http/cannedAnswer";
import type { CheckpointCounters, ListRequest } from "./http/pages";
import type { TakeRequest } from "./http/rateLimit";
import type { RequestRecord } from "./http/requestRecord";
import { type Clock, clockOf } from "./model/clock";
import { emptyStore, type Store } from "./model/store";
import type { Settings } from "./options";

/** The state of one tenant, which its routes share. */
export interface Context {
  settings: Settings;
  clock: Clock;
  store: Store;
  tokens: Tokens;
  identity: Identity;
  requests: RequestRecord[];
  /** The names of all routes: `"POST /event-streams"`. */
  routes: Set<string>;
  faults: FaultQueue;
  lateWork: LateWork;
  checkpoints: CheckpointCounters;
  deliveryEngine: DeliveryEngine;
  /** Absent when there is no rate limit. */
  takeRequest?: TakeRequest | undefined;
  /** The hook `tenant.answer`. */
  answer?: ((request: RequestRecord) => CannedAnswer | undefined) | undefined;
}

export function newContext(settings: Settings): Context {
  const store = emptyStore();
  const routes = new Set<string>();
  const clock = clockOf(settings);
  return {
    settings,
    clock,
    store,
    tokens: tokensOf(settings),
    identity: identityOf(settings.host, settings.port, settings.domain),
    requests: [],
    routes,
    faults: faultQueue(routes),
    lateWork: lateWork(settings.now),
    checkpoints: { expiries: 0, shifts: 0 },
    deliveryEngine: new DeliveryEngine({ settings, clock, store }),
  };
}

/** A request of this list, now. */
export const listRequest = (list: string, { clock, checkpoints }: Context): ListRequest => ({
  list,
  now: clock.now(),
  checkpoints,
});
