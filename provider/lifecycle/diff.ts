import { isDeepStrictEqual } from "node:util";
import type { ResourceDefinition } from "../resources/definition";
import { type PropertyDiff, propertyDiffs } from "../schema/diff";
import { isIgnored } from "../schema/path";
import { isUnknown } from "../schema/unknown";
import { joinWords } from "../schema/wording";
import { docsUrl } from "../shared/command";
import type { Props } from "../shared/json";
import type { ResourceContext } from "./context";
import { assertSameTenant } from "./session";

/** How an object differs from a program. */
export interface ObjectDiff {
  /** Every place where they differ. */
  differences: PropertyDiff[];
  /** Whether a replacement, for whatever reason, must delete the object before it creates the new one. */
  deleteBeforeReplace: boolean;
}

export interface DiffOptions {
  /** The option of the resource. In a refresh, the engine passes it on and has not applied it. */
  ignoreChanges?: string[];
}

/**
 * Compares the state (`olds`, its outputs) with checked inputs (`news`). schema.json decides what replaces an
 * object: the keyword `replaceOnChanges`, read by schema/diff.ts. In a refresh, the engine asks whether what
 * the tenant has differs from the program: whether the object has drifted.
 */
export function diff(
  { definition, inputs, session }: ResourceContext,
  id: string,
  olds: Props,
  news: Props,
  { ignoreChanges = [] }: DiffOptions = {},
): ObjectDiff {
  const { logger, settings } = session.api;
  assertSameTenant(settings, definition.name, olds);
  session.run.addId(id);
  const differences = propertyDiffs(inputs, olds, news).filter(
    // An item of a set has no index of its own, so an entry such as `subscriptions[0]` covers none.
    ({ path, isInSet }) => !isIgnored(ignoreChanges, isInSet ? path.slice(0, -1) : path),
  );
  const isReplaced = differences.some(({ replaces }) => replaces);
  const deleteBeforeReplace = keepsNaturalKey(definition, olds, news);
  if (deleteBeforeReplace && isReplaced) {
    logger.warn(`${costOfReplacement(definition, id)}\nMore: ${docsUrl}/replacements.md`);
  }
  return { differences, deleteBeforeReplace };
}

/**
 * Whether the new object of a replacement has the natural key of the old one. A value that is not known yet
 * may turn out to be the same.
 */
function keepsNaturalKey({ naturalKey }: ResourceDefinition, olds: Props, news: Props): boolean {
  const isKept = (key: string) => {
    const value = news[key];
    if (olds[key] === undefined || value === undefined) return false;
    return isUnknown(value) || isDeepStrictEqual(olds[key], value);
  };
  return naturalKey?.every(isKept) ?? false;
}

function costOfReplacement(definition: ResourceDefinition, id: string): string {
  const { name, naturalKey = [], lostOnDelete, withoutObject } = definition;
  const [both, any] = [joinWords(naturalKey, "and"), joinWords(naturalKey, "or")];
  return (
    `Replacing ${name} ${id} deletes it before creating the new one, because both have the same ${both}.\n` +
    `Until the new one exists, ${withoutObject}. Deleting the old one loses ${lostOnDelete}.\n` +
    `To avoid the gap, also change the ${any}. If you set retainOnDelete, this is required.`
  );
}
