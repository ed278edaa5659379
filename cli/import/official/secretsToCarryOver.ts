import { isObject, type Json, ownProperty, type Props } from "../../../provider/shared/json";
import type { OfficialObject, OfficialSecret } from "./officialState";

/**
 * The secrets of the old state that may be carried over to an object of the tenant: all of them, or none
 * where the tenant's destination, endpoint, method, user name or header name differs from the old state.
 * Whoever changed one of them outside the old tool had to send the secret as well.
 */
export function secretsToCarryOver(
  { comparedInputs, secrets }: Pick<OfficialObject, "comparedInputs" | "secrets">,
  live: Props,
): OfficialSecret[] {
  return contains(live, comparedInputs) ? secrets : [];
}

/** Whether a value has every property of another one, with the same value. */
function contains(whole: Json | undefined, part: Json): boolean {
  if (!isObject(part)) return whole === part;
  return Object.entries(part).every(
    ([key, value]) => isObject(whole) && contains(ownProperty(whole, key), value),
  );
}
