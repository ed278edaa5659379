import packageSchema from "../../schema.json";
import { type Json, mapProps, type Props } from "../shared/json";

/** A node of schema.json with every `$ref` resolved: JSON Schema plus Pulumi's words. */
export interface Schema {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  /** Its name in schema.json. */
  title?: string;
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
  minItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** What to say of a value that `pattern` or `format` refuses, and of near misses. */
  errorMessage?: string;
  format?: "date-time" | "url";
  examples?: string[];
  /** What a text holds, where it is JSON. */
  contentSchema?: Schema;
  secret?: boolean;
  writeOnly?: boolean;
  replaceOnChanges?: boolean;
}

export type ObjectSchema = Schema & { properties: Record<string, Schema> };

export type ConfigVariable = Schema & { defaultInfo: { environment: string[] } };

// biome-ignore lint/suspicious/noExplicitAny: `resolve` gives every node of the file its type
type Raw = any;
const { config, provider, types, resources, functions }: Record<string, Raw> = packageSchema;

function resolve(node: Raw): Schema {
  const { $ref, items, oneOf, properties, enum: values, contentSchema, ...words } = node;
  if ($ref === "pulumi.json#/Any") return words;
  if ($ref) {
    const title = $ref.slice($ref.lastIndexOf(":") + 1);
    return { title, ...resolve(types[$ref.replace("#/types/", "")]), ...words };
  }
  return {
    ...(properties && { additionalProperties: false, properties: mapProps(properties, resolve) }),
    ...words,
    ...(contentSchema && { contentSchema: resolve(contentSchema) }),
    ...(items && { items: resolve(items) }),
    ...(oneOf && { type: "object", oneOf: oneOf.map(resolve) }),
    ...(values && { enum: values.map((value: Raw) => value.value) }),
  };
}

function objectOf(title: string, properties: Raw, required: string[] = []): ObjectSchema {
  return { properties: {}, ...resolve({ title, type: "object", properties }), required };
}

const { inputProperties: providerInputs } = provider;

/** What an explicit Provider takes. */
export const providerSchema = objectOf("Provider", { ...config.variables, ...providerInputs });

export const configVariables = mapProps(config.variables, resolve) as Record<
  string,
  ConfigVariable
>;

type Shapes = { inputs: ObjectSchema; outputs: ObjectSchema };
const shapes = new Map<string, Shapes>();

/** What a program sets of a resource, and what the service adds: resolved once for all its objects. */
export function resourceSchema(name: string): Shapes {
  const { inputProperties, requiredInputs, properties } = resources[`auth0-native:index:${name}`];
  const known = shapes.get(name) ?? {
    inputs: objectOf(name, inputProperties, requiredInputs),
    outputs: objectOf(name, properties),
  };
  shapes.set(name, known);
  return known;
}

export function functionSchema(name: string): { inputs: ObjectSchema; outputs: ObjectSchema } {
  const { inputs, outputs } = functions[`auth0-native:index:${name}`];
  return {
    inputs: objectOf(name, inputs.properties, inputs.required),
    outputs: objectOf(name, outputs.properties),
  };
}

/** The schemas directly below: of items, of branches, of properties. */
export function childSchemas({ items, oneOf, properties }: Schema): Schema[] {
  return [...(items ? [items] : []), ...(oneOf ?? []), ...Object.values(properties ?? {})];
}

/** The branch of a union that a value's tag chooses; a plain schema is its own branch. */
export function branchOf(schema: Schema, value: Props): Schema | undefined {
  if (!schema.oneOf || !schema.discriminator) return schema;
  const tag = schema.discriminator.propertyName;
  return schema.oneOf.find((branch) => branch.properties?.[tag]?.const === value[tag]);
}
