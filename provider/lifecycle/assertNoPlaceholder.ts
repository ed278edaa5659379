import { placeholderFailures } from "../schema/placeholder";
import type { Props } from "../shared/json";

/**
 * Refuses to send a placeholder, which would be the secret from then on. A check accepts those that the
 * state has, and the engine may update an object in the run that imports it.
 */
export function assertNoPlaceholder(name: string, toSend: Props): void {
  const failures = placeholderFailures(toSend);
  if (failures.length > 0) throw new Error(`${name}: ${failures.join("; ")}; nothing was sent`);
}
