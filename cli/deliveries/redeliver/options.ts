import { displayName } from "../../shared/text";
import type { Filters } from "../filters";
import type { StackOption } from "../streams/stackOption";

export interface RedeliverOptions extends Filters, StackOption {
  yes?: boolean;
  /** An ISO time. */
  notSince?: string;
  atOnce?: boolean;
}

/** In recorded exchanges and in the API's reference. */
const deliveryIdForm = /^evt_[A-Za-z0-9]+$/;

const flags = {
  type: "--type",
  since: "--since",
  until: "--until",
  notSince: "--not-since",
  atOnce: "--at-once",
};

/** Throws if options exclude each other. */
export function assertOptions(ids: string[], options: RedeliverOptions): void {
  const [key] = (Object.keys(flags) as (keyof typeof flags)[]).filter(
    (name) => options[name] !== undefined,
  );
  if (ids.length > 0 && key !== undefined) {
    throw new Error(`name deliveries by their ids or choose them with ${flags[key]}, not both`);
  }
  if (options.atOnce && options.notSince !== undefined) {
    throw new Error("--at-once excludes --not-since: the service chooses the deliveries itself");
  }
  const wrong = ids.find((id) => !deliveryIdForm.test(id));
  if (wrong !== undefined) {
    throw new Error(
      `${displayName(wrong)} is no id of a delivery, such as evt_0123456789abcdefghijkl; \`npx auth0-native deliveries list\` shows them`,
    );
  }
}
