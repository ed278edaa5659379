import type { StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation";
import type { Schema } from "../../provider/schema/packageSchema";
import { secretReplacement } from "../../provider/shared/redact";
import type { PropertyReport } from "./driftReport/report";
import { secretPath } from "./maskSecrets";
import { propertyDiff } from "./propertyDiff";

/**
 * The properties of an object that drifted. A program sets inputs, so they are compared first;
 * resources of other packages may differ in outputs alone.
 */
export function changedProperties(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const inputs = isExternal(metadata.old)
    ? readInputsDiff(metadata, schema)
    : inputsDiff(metadata, schema);
  const changed = inputs.length > 0 ? inputs : namedOutputsDiff(metadata, schema);
  return [...changed, ...changedSecrets(metadata, schema, changed)];
}

/** The paths that the engine names, or top-level keys where it names no paths. */
export function pathsOfEngine({ detailedDiff, diffs }: StepEventMetadata): string[] {
  const paths = Object.keys(detailedDiff ?? {});
  return paths.length > 0 ? paths : (diffs ?? []);
}

/** All inputs that differ. */
const inputsDiff = ({ old, new: live }: StepEventMetadata, schema: Schema) =>
  propertyDiff(schema, old?.inputs ?? {}, live?.inputs ?? {});

/**
 * For an object that a program only reads: its state has no inputs, but its outputs contain the
 * properties that the provider returns as live inputs. Without live inputs, all outputs count.
 */
function readInputsDiff(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const outputs = outputsDiff(metadata, schema);
  const keys = Object.keys(metadata.new?.inputs ?? {});
  return keys.length === 0 ? outputs : withTopLevelKeys(outputs, keys);
}

/** The outputs that differ, of those that the engine names; all of them where it names none. */
function namedOutputsDiff(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const keys = pathsOfEngine(metadata).map(topLevelKey);
  const outputs = outputsDiff(metadata, schema);
  return keys.length === 0 ? outputs : withTopLevelKeys(outputs, keys);
}

const outputsDiff = ({ old, new: live }: StepEventMetadata, schema: Schema) =>
  propertyDiff(schema, old?.outputs ?? {}, live?.outputs ?? {});

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

const withTopLevelKeys = (properties: PropertyReport[], keys: string[]) =>
  properties.filter(({ path }) => keys.includes(topLevelKey(path)));

const topLevelKey = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? "";

/** Whether the program reads the object by `.get`; the Automation API's types omit the flag. */
const isExternal = (state: StepEventStateMetadata | undefined) =>
  (state as { external?: boolean } | undefined)?.external === true;
