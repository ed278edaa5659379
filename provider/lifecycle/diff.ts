import { changedKeys, replacedKeys } from "../schema/diff";
import type { Props } from "../shared/json";
import type { ResourceContext } from "./context";
import { assertSameTenant } from "./session";

export interface DiffResult {
  /** Only ever false: nothing differs. */
  changes?: false;
  /** The inputs whose difference turns the update into a replacement. */
  replaces?: string[];
}

/**
 * Compares the state (`olds`, its outputs) with checked inputs (`news`). schema.json decides what
 * replaces an object: the keyword `replaceOnChanges`, read by schema/diff.ts.
 */
export function diff(
  { definition, inputs, session }: ResourceContext,
  id: string,
  olds: Props,
  news: Props,
): DiffResult {
  assertSameTenant(session.api.settings, definition.name, olds);
  session.claim(id);
  if (changedKeys(inputs, olds, news).length === 0) return { changes: false };
  // Without `changes` the engine compares the inputs itself, and so can name the properties that
  // differ (pulumi/pulumi, pkg/resource/deploy/step_generator.go, diffResource).
  return { replaces: replacedKeys(inputs, olds, news) };
}
