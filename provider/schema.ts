import packageSchema from "../schema.json";

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

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A bag of inputs or outputs, as plain JSON. */
export type Props = Record<string, Json>;

/** What schema.json says of one resource: what a program sets, and what the service adds. */
export interface ResourceSchema {
  inputs: Schema;
  outputs: Schema;
}

export interface ConfigVariable {
  description: string;
  secret?: boolean;
  enum?: string[];
  defaultInfo: { environment: string[] };
}

interface RawNode {
  [key: string]: unknown;
  $ref?: string;
  items?: RawNode;
  oneOf?: RawNode[];
  properties?: Record<string, RawNode>;
  enum?: (string | { value: string })[];
}

interface RawResource {
  inputProperties: Record<string, RawNode>;
  requiredInputs: string[];
  properties: Record<string, RawNode>;
}

const raw = packageSchema as unknown as {
  config: { variables: Record<string, ConfigVariable> };
  types: Record<string, RawNode>;
  resources: Record<string, RawResource>;
  functions: Record<string, Record<"inputs" | "outputs", RawNode>>;
};

export const configVariables = raw.config.variables;

function resolve(node: RawNode): Schema {
  const { $ref, items, oneOf, properties, enum: values, ...words } = node;
  if ($ref === "pulumi.json#/Any") return words;
  if ($ref !== undefined) {
    const target = raw.types[$ref.replace("#/types/", "")];
    if (!target) throw new Error(`schema.json: ${$ref} is not among its types`);
    return { ...resolve(target), ...words };
  }
  return {
    ...(words as Schema),
    ...(items && { items: resolve(items) }),
    ...(oneOf && { type: "object", oneOf: oneOf.map(resolve) }),
    ...(values && { enum: values.map((v) => (typeof v === "string" ? v : v.value)) }),
    ...(properties && { additionalProperties: false, properties: resolveAll(properties) }),
  };
}

function resolveAll(properties: Record<string, RawNode>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([key, node]) => [key, resolve(node)]));
}

function entry<T>(section: Record<string, T>, name: string): T {
  const found = section[`auth0-native:index:${name}`];
  if (!found) throw new Error(`schema.json describes no ${name}`);
  return found;
}

const objectOf = (properties: Record<string, RawNode>, required: string[] = []): Schema => ({
  ...resolve({ type: "object", properties }),
  required,
});

export function resourceSchema(name: string): ResourceSchema {
  const { inputProperties, requiredInputs, properties } = entry(raw.resources, name);
  return { inputs: objectOf(inputProperties, requiredInputs), outputs: objectOf(properties) };
}

export function functionSchema(name: string): ResourceSchema {
  const { inputs, outputs } = entry(raw.functions, name);
  return {
    inputs: { type: "object", ...resolve(inputs) },
    outputs: { type: "object", ...resolve(outputs) },
  };
}

/** The branch of a union that a value's tag chooses; a plain schema is its own branch. */
export function branchOf(
  schema: Schema,
  value: Props,
  nameOf = (key: string) => key,
): Schema | undefined {
  if (!schema.oneOf || !schema.discriminator) return schema;
  const tag = schema.discriminator.propertyName;
  return schema.oneOf.find((branch) => branch.properties?.[tag]?.const === value[nameOf(tag)]);
}

export function isObject(value: unknown): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
