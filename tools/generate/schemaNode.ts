/** A property or a type as it stands in schema.json, with its references. */
export interface SchemaNode {
  type?: string;
  $ref?: string;
  description?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: unknown;
  items?: SchemaNode;
  oneOf?: SchemaNode[];
  discriminator?: { propertyName: string };
  const?: string;
  enum?: { value: string; description?: string }[];
  format?: string;
  default?: unknown;
  secret?: boolean;
  writeOnly?: boolean;
  replaceOnChanges?: boolean;
}

export interface ResourceNode {
  description: string;
  inputProperties: Record<string, SchemaNode>;
  requiredInputs: string[];
  properties: Record<string, SchemaNode>;
  required: string[];
}

export interface FunctionNode {
  /** Whether only the SDK of this package has the function, without a form for Outputs. */
  isOverlay?: boolean;
  description: string;
  inputs?: SchemaNode;
  outputs: SchemaNode;
}

/** `EventStream` for `auth0-native:index:EventStream`. */
export const nameOf = (token: string) => token.slice(token.lastIndexOf(":") + 1);
