import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, maxDepth, type Props } from "../shared/json";
import { canonical } from "./normalize";
import type { ObjectSchema, Schema } from "./packageSchema";
import type { Path } from "./path";
import { childSchemas, propertiesFor } from "./traverse";
import { containsUnknown, isUnknown } from "./unknown";

/** A place where the inputs differ. */
export interface PropertyDiff {
  /** From the inputs: the first element is a top-level input. The index of a deleted item is its index in the old array. */
  path: Path;
  kind: "add" | "delete" | "update";
  /** Whether the change requires a new object (`replaceOnChanges`, at any depth). */
  replaces: boolean;
}

/** Every place where `news` differs from `olds`. A value that is not known yet counts as different. */
export function propertyDiffs({ properties }: ObjectSchema, olds: Props, news: Props) {
  return Object.entries(properties).flatMap(([key, schema]) =>
    key in news ? diffsAt(schema, olds[key], news[key], [key], false) : [],
  );
}

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

/** `replaced` says that the change of an object around this value requires a replacement. */
function diffsAt(
  schema: Schema,
  oldValue: Json | undefined,
  newValue: Json | undefined,
  path: Path,
  replaced: boolean,
): PropertyDiff[] {
  if (isUnknown(newValue)) {
    const replaces = replaced || mayRequireReplacement(schema);
    return [{ path, kind: kindOf(oldValue, newValue), replaces }];
  }
  if (isDeepStrictEqual(oldValue, newValue) && !containsUnknown(newValue)) return [];

  const replaces = replaced || schema.replaceOnChanges === true;
  const isLeaf = path.length > maxDepth;
  const nested = isLeaf ? [] : nestedDiffs(schema, oldValue, newValue, path, replaces);
  if (nested.length > 0) return nested;
  return [{ path, kind: kindOf(oldValue, newValue), replaces }];
}

/** The differences within two objects or two arrays; none if the values are of different types. */
function nestedDiffs(
  schema: Schema,
  oldValue: Json | undefined,
  newValue: Json | undefined,
  path: Path,
  replaces: boolean,
): PropertyDiff[] {
  if (Array.isArray(oldValue) && Array.isArray(newValue)) {
    if (schema.uniqueItems) return setDiffs(oldValue, newValue, path, replaces);
    const length = Math.max(oldValue.length, newValue.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      diffsAt(schema.items ?? {}, oldValue[index], newValue[index], [...path, index], replaces),
    );
  }
  if (!isObject(oldValue) || !isObject(newValue)) return [];

  // The old and the new value may be of different branches of a union.
  const properties = { ...propertiesFor(schema, oldValue), ...propertiesFor(schema, newValue) };
  const keys = new Set([...Object.keys(oldValue), ...Object.keys(newValue)]);
  return [...keys].flatMap((key) => {
    const property = Object.hasOwn(properties, key) ? (properties[key] ?? {}) : {};
    return diffsAt(property, oldValue[key], newValue[key], [...path, key], replaces);
  });
}

/** Items of a set have no identity: an item that changed was deleted, and another one was added. */
function setDiffs(olds: Json[], news: Json[], path: Path, replaces: boolean): PropertyDiff[] {
  const deleted = indexesWithout(olds, news);
  const added = indexesWithout(news, olds);
  const indexes = [...new Set([...deleted, ...added])].sort((a, b) => a - b);
  return indexes.map((index) => {
    // A path can have one kind only.
    const kind = kindOfItem(deleted.includes(index), added.includes(index));
    return { path: [...path, index], kind, replaces };
  });
}

function kindOfItem(isDeleted: boolean, isAdded: boolean): PropertyDiff["kind"] {
  if (isDeleted) return isAdded ? "update" : "delete";
  return "add";
}

/** The indexes of the items that the other set lacks. */
function indexesWithout(items: Json[], others: Json[]): number[] {
  const present = new Set(others.map(canonical));
  return [...items.entries()]
    .filter(([, item]) => !present.has(canonical(item)) || containsUnknown(item))
    .map(([index]) => index);
}

function kindOf(oldValue: Json | undefined, newValue: Json | undefined): PropertyDiff["kind"] {
  if (oldValue === undefined) return "add";
  return newValue === undefined ? "delete" : "update";
}

/** A plan with an unknown value announces a replacement if any value could require one. */
function mayRequireReplacement(schema: Schema): boolean {
  return schema.replaceOnChanges === true || childSchemas(schema).some(mayRequireReplacement);
}
