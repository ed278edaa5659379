import type { Identity } from "./auth/identity";
import type { Tokens } from "./auth/tokens";
import type { Faults } from "./faults/faults";
import type { LateWork } from "./faults/lateWork";
import type { Budget } from "./http/rateLimit";
import type { CannedAnswer, RequestRecord } from "./http/record";
import type { Store } from "./model/store";
import type { Settings } from "./options";

/** One tenant's parts, handed to everything that answers for it. */
export interface Context {
  settings: Settings;
  store: Store;
  tokens: Tokens;
  identity: Identity;
  requests: RequestRecord[];
  /** `"POST /event-streams"`: every route that there is. */
  routes: Set<string>;
  faults: Faults;
  /** How often every checkpoint id issued so far was made to expire. */
  expiries: number;
  /** How often a fault shifted the pages of a list. */
  shifts: number;
  late: LateWork;
  /** The time of the late work that is being done. */
  workTime?: number | undefined;
  /** Takes one request from the rate limit's bucket; there may be no limit. */
  spend?: (() => Budget) | undefined;
  answer?: ((request: RequestRecord) => CannedAnswer | undefined) | undefined;
}
