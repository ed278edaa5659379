import { type Inputs, type Output, output } from "@pulumi/pulumi/output";
import { dropNulls, sortSets } from "../provider/schema/normalize";
import type { ObjectSchema, Schema } from "../provider/schema/packageSchema";
import { containsUnknown } from "../provider/schema/unknown";
import { childSchemas } from "../provider/schema/walk";
import type { Json } from "../provider/shared/json";
import { isOutputOrPromise } from "./checkArguments";
import { previewValues } from "./previewValues";

/**
 * Inputs with the defaults of schema.json, and with sorted sets, as the provider's check returns them. While
 * a Provider is not known yet, the engine calls no check, and compares what is registered with the state. A
 * set that contains an Output keeps its order until the check.
 */
export function normalizedInputs({ properties }: ObjectSchema, args: Inputs): Inputs {
  const normalized = Object.entries(properties).map(([key, schema]) => [
    key,
    normalizedValue(schema, args[key]),
  ]);
  return { ...args, ...Object.fromEntries(normalized) };
}

function normalizedValue(schema: Schema, value: unknown): unknown {
  if (!containsUnknown(previewValues(value))) return normalized(schema, value);
  if (!isOutputOrPromise(value) || !hasNormalForm(schema)) return value;
  const later = output(value) as Output<unknown>;
  return later.apply((known) => normalized(schema, known));
}

function normalized(schema: Schema, value: unknown): Json | undefined {
  const given = dropNulls((value ?? null) as Json) ?? schema.default;
  return given === undefined ? undefined : sortSets(schema, given);
}

const hasNormalForm = (schema: Schema): boolean =>
  schema.default !== undefined ||
  schema.uniqueItems === true ||
  childSchemas(schema).some(hasNormalForm);
