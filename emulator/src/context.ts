import type { Identity } from "./identity";
import type { Settings } from "./options";
import type { CannedAnswer, RequestRecord } from "./record";
import type { Store } from "./store";
import type { Tokens } from "./tokens";

/** One tenant's parts, handed to everything that answers for it. */
export interface Context {
  settings: Settings;
  store: Store;
  tokens: Tokens;
  identity: Identity;
  requests: RequestRecord[];
  answer?: ((request: RequestRecord) => CannedAnswer | undefined) | undefined;
}
