import packageSchema from "../schema.json";
import { type Json, mapProps, type Props } from "./json";

/** A node of schema.json with every `$ref` resolved: JSON Schema plus Pulumi's words. */
export interface Schema {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  oneOf?: Schema[];
  discriminator?: { propertyName: string };
  const?: string;
  enum?: string[];
  default?: Json;
  uniqueItems?: boolean;
  secret?: boolean;
  writeOnly?: boolean;
  replaceOnChanges?: boolean;
}

export type ObjectSchema = Schema & { properties: Record<string, Schema> };

export type ConfigVariable = Schema & { defaultInfo: { environment: string[] } };

// biome-ignore lint/suspicious/noExplicitAny: `resolve` gives every node of the file its type
type Raw = any;
const { config, types, resources, functions }: Record<string, Raw> = packageSchema;

function resolve({ $ref, items, oneOf, properties, enum: values, ...words }: Raw): Schema {
  if ($ref === "pulumi.json#/Any") return words;
  if ($ref) return { ...resolve(types[$ref.replace("#/types/", "")]), ...words };
  return {
    ...words,
    ...(items && { items: resolve(items) }),
    ...(oneOf && { type: "object", oneOf: oneOf.map(resolve) }),
    ...(values && { enum: values.map((value: Raw) => value.value) }),
    ...(properties && { additionalProperties: false, properties: mapProps(properties, resolve) }),
  };
}

function objectOf(properties: Raw, required: string[] = []): ObjectSchema {
  return { properties: {}, ...resolve({ type: "object", properties }), required };
}

export const configVariables = mapProps(config.variables, resolve) as Record<
  string,
  ConfigVariable
>;

/** What a program sets of a resource, and what the service adds. */
export function resourceSchema(name: string): { inputs: ObjectSchema; outputs: ObjectSchema } {
  const { inputProperties, requiredInputs, properties } = resources[`auth0-native:index:${name}`];
  return { inputs: objectOf(inputProperties, requiredInputs), outputs: objectOf(properties) };
}

export function functionSchema(name: string): { inputs: ObjectSchema; outputs: ObjectSchema } {
  const { inputs, outputs } = functions[`auth0-native:index:${name}`];
  return {
    inputs: objectOf(inputs.properties, inputs.required),
    outputs: objectOf(outputs.properties),
  };
}

/** The schemas directly below: of items, of branches, of properties. */
export function below({ items, oneOf, properties }: Schema): Schema[] {
  return [...(items ? [items] : []), ...(oneOf ?? []), ...Object.values(properties ?? {})];
}

/** The branch of a union that a value's tag chooses; a plain schema is its own branch. */
export function branchOf(schema: Schema, value: Props): Schema | undefined {
  if (!schema.oneOf || !schema.discriminator) return schema;
  const tag = schema.discriminator.propertyName;
  return schema.oneOf.find((branch) => branch.properties?.[tag]?.const === value[tag]);
}
