import { isDeepStrictEqual } from "node:util";
import type { StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation";
import type { Schema } from "../../provider/schema/packageSchema";
import { propertiesFor } from "../../provider/schema/traverse";
import { isObject, type Json, ownProperty, type Props } from "../../provider/shared/json";
import { secretReplacement } from "../../provider/shared/redact";
import type { PropertyReport } from "./driftReport/report";
import { maskSecrets, secretPath } from "./maskSecrets";

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

/**
 * The properties of an object that drifted. A program sets inputs, so they are compared first;
 * resources of other packages may differ in outputs alone.
 */
export function changedProperties(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const { old, new: live } = metadata;
  // The state of an object that a program only reads has no inputs: its outputs contain the properties
  // that the provider returns as live inputs.
  const inputs = isExternal(old)
    ? outputsDiff(metadata, schema, Object.keys(live?.inputs ?? {}))
    : propertyDiff(schema, old?.inputs ?? {}, live?.inputs ?? {});
  const changed =
    inputs.length > 0 ? inputs : outputsDiff(metadata, schema, pathsOfEngine(metadata));
  return [...changed, ...changedSecrets(metadata, schema, changed)];
}

/** The paths that the engine names, or top-level keys where it names no paths. */
export function pathsOfEngine({ detailedDiff, diffs }: StepEventMetadata): string[] {
  const paths = Object.keys(detailedDiff ?? {});
  return paths.length > 0 ? paths : (diffs ?? []);
}

/** The outputs that differ, of those with these paths; all of them where there is no path. */
function outputsDiff(
  { old, new: live }: StepEventMetadata,
  schema: Schema,
  paths: string[],
): PropertyReport[] {
  const keys = paths.map(topLevelKey);
  return propertyDiff(schema, old?.outputs ?? {}, live?.outputs ?? {}).filter(
    ({ path }) => keys.length === 0 || keys.includes(topLevelKey(path)),
  );
}

/**
 * Masked secrets are equal on both sides, so only the engine's paths say that one differs. What differs
 * inside of a secret is not shown.
 */
function changedSecrets(
  metadata: StepEventMetadata,
  schema: Schema,
  reported: PropertyReport[],
): PropertyReport[] {
  const inputs = metadata.old?.inputs ?? {};
  const paths = pathsOfEngine(metadata).flatMap((path) => secretPath(schema, inputs, path) ?? []);
  return [...new Set(paths)]
    .filter((path) => !reported.some((property) => property.path === path))
    .map((path) => ({ path, expected: secretReplacement, live: secretReplacement }));
}

const topLevelKey = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? "";

/** Whether the program reads the object by `.get`; the Automation API's types omit the flag. */
const isExternal = (state: StepEventStateMetadata | undefined) =>
  (state as { external?: boolean } | undefined)?.external === true;
