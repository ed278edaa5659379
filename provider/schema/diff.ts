import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type Props } from "../shared/json";
import { branchOf, childSchemas, type ObjectSchema, type Schema } from "./packageSchema";
import { containsUnknown, isUnknown } from "./unknown";

/** The top-level inputs that differ; a value that is not known yet counts as different. */
export function changedKeys({ properties }: ObjectSchema, olds: Props, news: Props): string[] {
  return Object.keys(properties).filter(
    (key) =>
      key in news && (containsUnknown(news[key]) || !isDeepStrictEqual(olds[key], news[key])),
  );
}

/** Those whose difference touches a place that the schema marks `replaceOnChanges`. */
export function replacedKeys(inputs: ObjectSchema, olds: Props, news: Props): string[] {
  return changedKeys(inputs, olds, news).filter((key) =>
    replaces(inputs.properties[key] ?? {}, olds[key], news[key]),
  );
}

function replaces(schema: Schema, old: Json | undefined, next: Json | undefined): boolean {
  if (isUnknown(next)) return mayReplace(schema);
  if (isDeepStrictEqual(old, next)) return false;
  if (schema.replaceOnChanges) return true;
  if (!isObject(old) || !isObject(next)) return false;
  const before = branchOf(schema, old)?.properties;
  const after = branchOf(schema, next)?.properties;
  return Object.entries({ ...before, ...after }).some(([key, property]) =>
    replaces(property, old[key], next[key]),
  );
}

/** Whether some value here could replace: a plan must not promise less than what may happen. */
function mayReplace(schema: Schema): boolean {
  return schema.replaceOnChanges === true || childSchemas(schema).some(mayReplace);
}
