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
