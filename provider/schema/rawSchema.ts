import packageSchema from "../../schema.json";
import type { Json } from "../shared/json";

/** A property or a type as it stands in schema.json, with its references. */
export interface SchemaNode {
  title?: string;
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  $ref?: string;
  description?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  /** Whether it has other properties, or their type, which is always `{ "$ref": "pulumi.json#/Any" }`. */
  additionalProperties?: object | boolean;
  items?: SchemaNode;
  oneOf?: SchemaNode[];
  discriminator?: { propertyName: string };
  const?: string;
  enum?: { value: string; description?: string }[];
  openEnum?: boolean;
  format?: "date-time" | "url";
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: Json;
  defaultInfo?: { environment: string[] };
  contentSchema?: SchemaNode;
  secret?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  replaceOnChanges?: boolean;
}

export interface ResourceNode {
  description: string;
  inputProperties: Record<string, SchemaNode>;
  requiredInputs: string[];
  /** The outputs that Auth0 adds. */
  properties: Record<string, SchemaNode>;
  required: string[];
  /** The filters of its list; absent where Auth0 has no list of it. */
  listInputs?: { properties: Record<string, SchemaNode> };
}

export interface FunctionNode {
  description: string;
  inputs?: ObjectNode;
  outputs: ObjectNode;
}

export interface ObjectNode extends SchemaNode {
  properties: Record<string, SchemaNode>;
}

interface RawSchema {
  name: string;
  version: string;
  description: string;
  repository: string;
  config: { variables: Record<string, SchemaNode> };
  provider: { description: string; inputProperties: Record<string, SchemaNode> };
  types: Record<string, SchemaNode>;
  resources: Record<string, ResourceNode>;
  functions: Record<string, FunctionNode>;
}

/** schema.json as it is in the file. TypeScript takes the texts of a JSON file for any string. */
export const rawSchema = packageSchema as unknown as RawSchema;

export function declaredResource(name: string): ResourceNode {
  const declared = rawSchema.resources[`auth0-native:index:${name}`];
  if (!declared) throw new Error(`${name} is not in schema.json`);
  return declared;
}

/** `EventStream` for `auth0-native:index:EventStream`. */
export const nameOf = (token: string): string => token.slice(token.lastIndexOf(":") + 1);
