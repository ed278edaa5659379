import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../../provider/schema/packageSchema";
import { propertiesFor } from "../../provider/schema/traverse";
import { isObject, type Json, ownProperty, type Props } from "../../provider/shared/json";
import type { PropertyReport } from "./driftReport/report";
import { maskSecrets } from "./maskSecrets";

/**
 * Where two values differ, down to single properties. Secrets are masked first, since the service
 * never returns them. Properties that the schema does not have are compared as well.
 */
export function propertyDiff(
  schema: Schema,
  expected: Json | undefined,
  live: Json | undefined,
): PropertyReport[] {
  const masked = (value: Json | undefined) =>
    value === undefined ? undefined : maskSecrets(schema, value);
  return diffValues(schema, masked(expected), masked(live), "");
}

function diffValues(
  schema: Schema,
  expected: Json | undefined,
  live: Json | undefined,
  path: string,
): PropertyReport[] {
  if (isDeepStrictEqual(expected, live)) return [];
  if (isObject(expected) && isObject(live)) return diffObjects(schema, expected, live, path);
  if (Array.isArray(expected) && Array.isArray(live)) {
    return schema.uniqueItems
      ? diffSets(expected, live, path)
      : diffLists(schema.items ?? {}, expected, live, path);
  }
  return [
    { path, ...(expected !== undefined && { expected }), ...(live !== undefined && { live }) },
  ];
}

function diffObjects(schema: Schema, expected: Props, live: Props, path: string) {
  // The discriminator may differ, so each side has its own branch.
  const properties = { ...propertiesFor(schema, expected), ...propertiesFor(schema, live) };
  return Object.keys({ ...expected, ...live }).flatMap((key) =>
    diffValues(
      ownProperty(properties, key) ?? {},
      ownProperty(expected, key),
      ownProperty(live, key),
      propertyPath(path, key),
    ),
  );
}

/** Elements of a set have no index: each is in it or not. */
function diffSets(expected: Json[], live: Json[], path: string): PropertyReport[] {
  const removed = elementsMissingIn(live, expected);
  const added = elementsMissingIn(expected, live);
  return [
    ...removed.map((element) => ({ path: `${path}[]`, expected: element })),
    ...added.map((element) => ({ path: `${path}[]`, live: element })),
  ];
}

const elementsMissingIn = (set: Json[], elements: Json[]) =>
  elements.filter((element) => !set.some((other) => isDeepStrictEqual(element, other)));

function diffLists(items: Schema, expected: Json[], live: Json[], path: string) {
  const longer = expected.length > live.length ? expected : live;
  return longer.flatMap((_, index) =>
    diffValues(items, expected[index], live[index], `${path}[${index}]`),
  );
}

/** The path of a key below a path. */
function propertyPath(parent: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}
