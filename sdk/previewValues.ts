import * as pulumi from "@pulumi/pulumi";
import { sentinels } from "../provider/schema/unknown";
import { mapProps, maxDepth } from "../provider/shared/json";

/** Arguments as the engine will see them in a preview: what is not known yet stands as unknown. */
export function previewValues(value: unknown, depth = 0): unknown {
  if (value === null || value === undefined || depth > maxDepth) return undefined;
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return sentinels[0];
  if (pulumi.Resource.isInstance(value)) return sentinels[0];
  if (Array.isArray(value)) return value.map((item) => previewValues(item, depth + 1) ?? null);
  if (typeof value !== "object") return value;
  return mapProps(value as Record<string, unknown>, (item) => previewValues(item, depth + 1));
}
