import { placeholderPaths } from "../schema/placeholder";
import type { Props } from "../shared/json";

/** A sentence for each placeholder of an import that inputs still have. */
export function placeholderFailures(inputs: Props): string[] {
  return placeholderPaths(inputs).map(
    (path) =>
      `${path} is still the placeholder of an import: the service does not return this secret, so set the secret that it has, or a new one`,
  );
}

/**
 * Refuses to send a placeholder, which would be the secret from then on. A check accepts those of an
 * import, and the engine may update an object in the run that imports it.
 */
export function assertNoPlaceholder(name: string, news: Props): void {
  const failures = placeholderFailures(news);
  if (failures.length > 0) throw new Error(`${name}: ${failures.join("; ")}; nothing was sent`);
}
