import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type Props } from "../shared/json";
import type { ObjectSchema, Schema } from "./packageSchema";
import { childSchemas, propertiesFor } from "./traverse";
import { containsUnknown, isUnknown } from "./unknown";

/** The top-level inputs that differ. A value that is not known yet counts as different. */
export function changedKeys({ properties }: ObjectSchema, olds: Props, news: Props): string[] {
  return Object.keys(properties).filter(
    (key) =>
      key in news && (containsUnknown(news[key]) || !isDeepStrictEqual(olds[key], news[key])),
  );
}

/** The changed inputs whose change requires a replacement (`replaceOnChanges`, at any depth). */
export function replacedKeys(inputs: ObjectSchema, olds: Props, news: Props): string[] {
  return changedKeys(inputs, olds, news).filter((key) =>
    requiresReplacement(inputs.properties[key] ?? {}, olds[key], news[key]),
  );
}

function requiresReplacement(
  schema: Schema,
  oldValue: Json | undefined,
  newValue: Json | undefined,
): boolean {
  if (isUnknown(newValue)) return mayRequireReplacement(schema);
  if (isDeepStrictEqual(oldValue, newValue)) return false;
  if (schema.replaceOnChanges) return true;
  if (!isObject(oldValue) || !isObject(newValue)) return false;

  // The old and the new value may be of different branches of a union.
  const properties = { ...propertiesFor(schema, oldValue), ...propertiesFor(schema, newValue) };
  return Object.entries(properties).some(([key, property]) =>
    requiresReplacement(property, oldValue[key], newValue[key]),
  );
}

/** A plan with an unknown value announces a replacement if any value could require one. */
function mayRequireReplacement(schema: Schema): boolean {
  return schema.replaceOnChanges === true || childSchemas(schema).some(mayRequireReplacement);
}
