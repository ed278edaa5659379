import { Output } from "@pulumi/pulumi/output";
import { Resource } from "@pulumi/pulumi/resource";
import { unknownValue } from "../provider/schema/unknown";
import { mapProps, maxDepth } from "../provider/shared/json";

/**
 * Arguments as the engine passes them to the provider in a preview: the sentinel of unknown values
 * in the place of Outputs, Promises and resources, and no property that is null or undefined.
 */
export function previewValues(value: unknown, depth = 0): unknown {
  if (value === null || value === undefined || depth > maxDepth) return undefined;
  if (Output.isInstance(value) || value instanceof Promise) return unknownValue;
  if (Resource.isInstance(value)) return unknownValue;
  if (Array.isArray(value)) return value.map((item) => previewValues(item, depth + 1) ?? null);
  if (typeof value !== "object") return value;
  return mapProps(value as Record<string, unknown>, (item) => previewValues(item, depth + 1));
}
