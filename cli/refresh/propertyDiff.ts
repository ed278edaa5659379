import type { StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation";
import { differences } from "../../provider/schema/diff";
import type { Schema } from "../../provider/schema/packageSchema";
import type { Path } from "../../provider/schema/path";
import type { Json } from "../../provider/shared/json";
import type { PropertyReport } from "../reports/drift/report";
import { maskSecrets } from "../shared/maskSecrets";

/** The single properties in which two values differ. Secrets are masked, because Auth0 never returns them. */
export function propertyDiff(schema: Schema, expected: Json, live: Json): PropertyReport[] {
  const found = differences(schema, maskSecrets(schema, expected), maskSecrets(schema, live));
  return found.map(({ path, isInSet, oldValue, newValue }) => ({
    path: isInSet ? `${reportPath(path.slice(0, -1))}[]` : reportPath(path),
    ...(oldValue !== undefined && { expected: oldValue }),
    ...(newValue !== undefined && { live: newValue }),
  }));
}

const reportPath = (path: Path): string =>
  path.reduce<string>((parent, key) => {
    if (typeof key === "number") return `${parent}[${key}]`;
    if (!/^[\w-]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
    return parent === "" ? key : `${parent}.${key}`;
  }, "");

/**
 * The properties of an object that drifted. A program sets inputs, so they are compared first. Resources of
 * other packages may differ only in outputs.
 */
export function changedProperties(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const inputs = changedInputs(metadata, schema);
  return inputs.length > 0 ? inputs : outputsDiff(metadata, schema, pathsOfEngine(metadata));
}

/**
 * The inputs that differ. The engine writes what `ignoreChanges` covers below the top level into its copy of the
 * old inputs, and so into its events. Resources of this package have their inputs among their outputs, too.
 */
export function changedInputs(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const { old, new: live } = metadata;
  const names = Object.keys(live?.inputs ?? {});
  // The state of an object that a program only reads has no inputs. Its outputs contain the properties that
  // the provider returns as live inputs.
  if (isExternal(old)) return outputsDiff(metadata, schema, names);
  const inInputs = propertyDiff(schema, old?.inputs ?? {}, live?.inputs ?? {});
  if (schema.properties === undefined || old?.outputs === undefined) return inInputs;
  const inOutputs = outputsDiff(metadata, schema, names);
  return [...new Set([...inInputs, ...inOutputs].map(({ path }) => topLevelKey(path)))].flatMap(
    (key) => {
      const isBelow = ({ path }: PropertyReport) => topLevelKey(path) === key;
      const found = inOutputs.filter(isBelow);
      return found.length > 0 ? found : inInputs.filter(isBelow);
    },
  );
}

/** The engine's paths, or its top-level keys if it has no paths. */
export function pathsOfEngine({ detailedDiff, diffs }: StepEventMetadata): string[] {
  const paths = Object.keys(detailedDiff ?? {});
  return paths.length > 0 ? paths : (diffs ?? []);
}

/** The outputs at these paths that differ. Without a path, all outputs that differ. */
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

const topLevelKey = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? "";

/** Whether the program reads the object by `.get`. The Automation API's types omit the flag. */
const isExternal = (state: StepEventStateMetadata | undefined) =>
  (state as { external?: boolean } | undefined)?.external === true;
