import type { StepEventMetadata } from "@pulumi/pulumi/automation";
import type { Schema } from "../../../provider/schema/packageSchema";
import { isUnknown } from "../../../provider/schema/unknown";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { changedInputs, pathsOfEngine } from "../../shared/changedProperties";
import type { PropertyReport } from "../../shared/driftReport/report";
import { maskSecrets, secret } from "../../shared/maskSecrets";
import { propertyPath } from "../../shared/propertyDiff";
import type { PlannedProperty } from "../previewReport/report";

/** The inputs that a step sets or changes. */
export function plannedProperties(step: StepEventMetadata, schema: Schema): PlannedProperty[] {
  const visible = withoutInternals(step);
  const changed = changedInputs(visible, schema);
  const properties = changed.length > 0 || !step.old ? changed : namedByEngine(visible, schema);
  const isReplacing = replacingPaths(step);
  return properties.flatMap(leaves).map(({ path, expected, live }) => {
    const unknown = isUnknown(live);
    return {
      path,
      ...(expected !== undefined && { before: expected }),
      ...(live !== undefined && !unknown && { after: withoutSentinels(live) }),
      ...(unknown && { unknown }),
      ...(isReplacing(path) && { replaces: true as const }),
    };
  });
}

/** The step without what Pulumi and its SDKs keep among the inputs, such as `__provider`. */
function withoutInternals(step: StepEventMetadata): StepEventMetadata {
  const visible = (state: StepEventMetadata["old"]) =>
    state && { ...state, inputs: publicKeys(state.inputs ?? {}) };
  const { old, new: planned, ...rest } = step;
  return {
    ...rest,
    ...(old && { old: visible(old) }),
    ...(planned && { new: visible(planned) }),
  } as StepEventMetadata;
}

const publicKeys = (inputs: Props): Props =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__")));

/**
 * Some providers name only the top-level input in which a secret differs, or an output that the update
 * brings back to what the program says.
 */
function namedByEngine(step: StepEventMetadata, schema: Schema): PropertyReport[] {
  const inputs = maskSecrets(schema, (step.new?.inputs ?? {}) as Props) as Props;
  return pathsOfEngine(step)
    .filter((path) => !path.startsWith("__"))
    .map((path) => {
      const holdsSecret = JSON.stringify(inputs[path] ?? null).includes(JSON.stringify(secret));
      return holdsSecret ? { path, expected: secret, live: secret } : { path };
    });
}

/** An object that is set or removed as a whole, by its properties. */
function leaves({ path, expected, live }: PropertyReport): PropertyReport[] {
  const [side, value] = expected === undefined ? ["live", live] : ["expected", expected];
  const isOneSided = expected === undefined || live === undefined;
  if (!isOneSided || !isObject(value) || Object.keys(value).length === 0) {
    return [
      { path, ...(expected !== undefined && { expected }), ...(live !== undefined && { live }) },
    ];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    leaves({ path: propertyPath(path, key), [side as string]: item }),
  );
}

function withoutSentinels(value: Json): Json {
  if (isUnknown(value)) return "[unknown]";
  if (Array.isArray(value)) return value.map(withoutSentinels);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutSentinels(item)]),
  );
}

/** Whether a path is why the object is replaced: by the provider's paths, or else by its keys. */
function replacingPaths({ op, keys, detailedDiff }: StepEventMetadata): (path: string) => boolean {
  if (op !== "replace") return () => false;
  const detailed = Object.entries(detailedDiff ?? {}).flatMap(([path, { diffKind }]) =>
    diffKind.endsWith("-replace") ? [path] : [],
  );
  const replacing = detailed.length > 0 ? detailed : (keys ?? []);
  return (path) => replacing.some((one) => isWithin(path, one) || isWithin(one, path));
}

const isWithin = (path: string, outer: string) =>
  path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));
