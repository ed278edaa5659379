import { type Json, mapProps } from "../shared/json";
import {
  type FunctionNode,
  nameOf,
  type ResourceNode,
  rawSchema,
  type SchemaNode,
} from "./rawSchema";

/** A node of schema.json with every `$ref` resolved: JSON Schema plus Pulumi's keywords. */
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
  /** The property whose value chooses the branch of `oneOf`. */
  discriminator?: { propertyName: string };
  const?: string;
  enum?: string[];
  /** Auth0 may add values to `enum` before a release has them: `unknownValues` can let those pass. */
  openEnum?: boolean;
  default?: Json;
  minItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** The rule in words, for a value that `pattern` or `format` rejects. */
  errorMessage?: string;
  format?: "date-time" | "url";
  /** Valid values, offered as corrections of a value that `pattern` rejects. */
  examples?: string[];
  /** The schema of the JSON document that a string holds. */
  contentSchema?: Schema;
  secret?: boolean;
  writeOnly?: boolean;
  replaceOnChanges?: boolean;
}

export type ObjectSchema = Schema & { properties: Record<string, Schema> };

export interface InputsAndOutputs {
  inputs: ObjectSchema;
  outputs: ObjectSchema;
}

export type ConfigVariable = Schema & { defaultInfo: { environment: string[] } };

const { config, provider, types } = rawSchema;

export const packageVersion: string = rawSchema.version;

export const configVariables: Record<string, ConfigVariable> = mapProps(
  config.variables,
  (variable) => resolve(variable) as ConfigVariable,
);

/** The arguments of an explicit Provider. */
export const providerSchema = objectSchema("Provider", {
  ...config.variables,
  ...provider.inputProperties,
});

// Resolved when this module is loaded, which takes less than a millisecond, so there is no cache.
const resourceSchemas = mapProps(rawSchema.resources, resolveResource);
const listSchemas = mapProps(rawSchema.resources, resolveList);
const functionSchemas = mapProps(rawSchema.functions, resolveFunction);

/** The inputs of a resource, and the outputs that Auth0 adds to them. */
export function resourceSchema(name: string): InputsAndOutputs {
  return named(resourceSchemas, name);
}

/** The filters of a resource's list; undefined where Auth0 has no list of it. */
export function listSchema(name: string): ObjectSchema | undefined {
  return listSchemas[`auth0-native:index:${name}`];
}

export function functionSchema(name: string): InputsAndOutputs {
  return named(functionSchemas, name);
}

function named(schemas: Record<string, InputsAndOutputs>, name: string): InputsAndOutputs {
  const schema = schemas[`auth0-native:index:${name}`];
  if (!schema) throw new Error(`${name} is not in schema.json`);
  return schema;
}

function resolveResource(resource: ResourceNode, token: string): InputsAndOutputs {
  const { inputProperties, requiredInputs, properties } = resource;
  return {
    inputs: objectSchema(nameOf(token), inputProperties, requiredInputs),
    outputs: objectSchema(nameOf(token), properties),
  };
}

function resolveList({ listInputs }: ResourceNode, token: string): ObjectSchema | undefined {
  return listInputs && objectSchema(`${nameOf(token)}List`, listInputs.properties);
}

function resolveFunction({ inputs, outputs }: FunctionNode, token: string): InputsAndOutputs {
  return {
    inputs: objectSchema(nameOf(token), inputs?.properties ?? {}, inputs?.required),
    outputs: objectSchema(nameOf(token), outputs.properties),
  };
}

/** The schema of an object with these properties, whose references it resolves. */
export function objectSchema(
  title: string,
  properties: Record<string, SchemaNode>,
  required: string[] = [],
): ObjectSchema {
  return { properties: {}, ...resolve({ title, type: "object", properties }), required };
}

/** Replaces references by what they refer to, and Pulumi's spellings by those of JSON Schema. */
function resolve(node: SchemaNode): Schema {
  const { $ref, items, oneOf, properties, enum: values, ...others } = node;
  const { contentSchema, additionalProperties, ...keywords } = others;
  if ($ref === "pulumi.json#/Any") return keywords;
  if ($ref) {
    const target = types[$ref.replace("#/types/", "")];
    // Keywords beside a reference win over those of its target.
    return { title: nameOf($ref), ...resolve(target ?? {}), ...keywords };
  }
  return {
    // Pulumi's objects take no other properties, unless `additionalProperties` says otherwise.
    ...(properties && { additionalProperties: false, properties: mapProps(properties, resolve) }),
    ...keywords,
    // Pulumi names the type of other properties, which is always Any.
    ...(additionalProperties && { additionalProperties: true }),
    ...(contentSchema && { contentSchema: resolve(contentSchema) }),
    ...(items && { items: resolve(items) }),
    ...(oneOf && { type: "object", oneOf: oneOf.map(resolve) }),
    ...(values && { enum: values.map(({ value }) => value) }),
  };
}
