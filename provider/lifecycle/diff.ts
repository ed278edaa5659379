import { type PropertyDiff, propertyDiffs } from "../schema/diff";
import { dropPlaceholders } from "../schema/placeholder";
import type { Props } from "../shared/json";
import type { ResourceContext } from "./context";
import { assertSameTenant } from "./session";

/**
 * Compares the state (`olds`, its outputs) with checked inputs (`news`): every place where they differ.
 * schema.json decides what replaces an object: the keyword `replaceOnChanges`, read by schema/diff.ts.
 */
export function diff(
  { definition, inputs, session }: ResourceContext,
  id: string,
  olds: Props,
  news: Props,
): PropertyDiff[] {
  assertSameTenant(session.api.settings, definition.name, olds);
  session.claim(id);
  return propertyDiffs(inputs, dropPlaceholders(olds) as Props, dropPlaceholders(news) as Props);
}
