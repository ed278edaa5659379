import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, maxDepth, ownProperty, type Props } from "../shared/json";
import { canonical } from "./normalize";
import type { ObjectSchema, Schema } from "./packageSchema";
import type { Path } from "./path";
import { containsUnknown, isUnknown } from "./unknown";
import { childSchemas, propertiesFor } from "./walk";

export interface PropertyDiff {
  /** The index of a deleted item is its index in the old array. */
  path: Path;
  kind: "add" | "delete" | "update";
  oldValue: Json | undefined;
  newValue: Json | undefined;
  /** An item of a set has no identity: one that changed was deleted, and another one was added. */
  isInSet: boolean;
  /** Whether the change requires a new object (`replaceOnChanges`, at any depth). */
  replaces: boolean;
}

/** Every declared input in which `news` differs from `olds`. What a program leaves out is no difference. */
export function propertyDiffs({ properties }: ObjectSchema, olds: Props, news: Props) {
  return Object.entries(properties).flatMap(([key, schema]) =>
    key in news
      ? diffsAt({ schema, path: [key], isReplaced: false }, ownProperty(olds, key), news[key])
      : [],
  );
}

/** Every place where two values differ. A new value that is not known yet counts as different. */
export const differences = (schema: Schema, oldValue: Json, newValue: Json): PropertyDiff[] =>
  diffsAt({ schema, path: [], isReplaced: false }, oldValue, newValue);

/** The top-level inputs that differ. */
export function changedKeys(inputs: ObjectSchema, olds: Props, news: Props): string[] {
  return topLevelKeys(propertyDiffs(inputs, olds, news));
}

/** The top-level inputs whose change requires a replacement. */
export function replacedKeys(inputs: ObjectSchema, olds: Props, news: Props): string[] {
  return topLevelKeys(propertyDiffs(inputs, olds, news).filter(({ replaces }) => replaces));
}

export function topLevelKeys(diffs: PropertyDiff[]): string[] {
  return [...new Set(diffs.map(({ path }) => String(path[0])))];
}

interface Place {
  schema: Schema;
  path: Path;
  /** Whether the change of an object around this place requires a replacement. */
  isReplaced: boolean;
}

function diffsAt(
  { schema, path, isReplaced }: Place,
  oldValue: Json | undefined,
  newValue: Json | undefined,
): PropertyDiff[] {
  if (isUnknown(newValue)) {
    return [diffOf(path, oldValue, newValue, isReplaced || mayRequireReplacement(schema))];
  }
  if (isDeepStrictEqual(oldValue, newValue) && !containsUnknown(newValue)) return [];

  const replaces = isReplaced || schema.replaceOnChanges === true;
  const isLeaf = path.length > maxDepth;
  const nested = isLeaf
    ? []
    : nestedDiffs({ schema, path, isReplaced: replaces }, oldValue, newValue);
  return nested.length > 0 ? nested : [diffOf(path, oldValue, newValue, replaces)];
}

/** The differences within two objects or two arrays; none if the values are of different types. */
function nestedDiffs(
  { schema, path, isReplaced }: Place,
  oldValue: Json | undefined,
  newValue: Json | undefined,
): PropertyDiff[] {
  if (Array.isArray(oldValue) && Array.isArray(newValue)) {
    if (schema.uniqueItems) return setDiffs(oldValue, newValue, path, isReplaced);
    const items = schema.items ?? {};
    const longer = oldValue.length > newValue.length ? oldValue : newValue;
    return longer.flatMap((_, index) =>
      diffsAt(
        { schema: items, path: [...path, index], isReplaced },
        oldValue[index],
        newValue[index],
      ),
    );
  }
  if (!isObject(oldValue) || !isObject(newValue)) return [];

  // The old and the new value may be of different branches of a union.
  const properties = { ...propertiesFor(schema, oldValue), ...propertiesFor(schema, newValue) };
  return Object.keys({ ...oldValue, ...newValue }).flatMap((key) =>
    diffsAt(
      { schema: ownProperty(properties, key) ?? {}, path: [...path, key], isReplaced },
      ownProperty(oldValue, key),
      ownProperty(newValue, key),
    ),
  );
}

function setDiffs(olds: Json[], news: Json[], path: Path, replaces: boolean): PropertyDiff[] {
  const items = [
    ...missingItems(olds, news).map(([index, item]) => ({ index, olds: item, news: undefined })),
    ...missingItems(news, olds).map(([index, item]) => ({ index, olds: undefined, news: item })),
  ];
  return items.map((item) => ({
    ...diffOf([...path, item.index], item.olds, item.news, replaces),
    isInSet: true,
  }));
}

/** The items that the other set lacks. */
function missingItems(items: Json[], others: Json[]): [number, Json][] {
  const present = new Set(others.map(canonical));
  return [...items.entries()].filter(
    ([, item]) => !present.has(canonical(item)) || containsUnknown(item),
  );
}

function diffOf(
  path: Path,
  oldValue: Json | undefined,
  newValue: Json | undefined,
  replaces: boolean,
): PropertyDiff {
  const changed = newValue === undefined ? "delete" : "update";
  const kind = oldValue === undefined ? "add" : changed;
  return { path, kind, oldValue, newValue, isInSet: false, replaces };
}

/** A plan with an unknown value announces a replacement if any value could require one. */
function mayRequireReplacement(schema: Schema): boolean {
  return schema.replaceOnChanges === true || childSchemas(schema).some(mayRequireReplacement);
}
