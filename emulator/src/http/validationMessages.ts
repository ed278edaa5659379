import type { FastifySchemaValidationError } from "fastify";

/** The messages of a failed validation, as the service writes them. */

interface Failure extends FastifySchemaValidationError {
  schema?: unknown;
  data?: unknown;
  parentSchema?: { description?: string };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Of text in characters, not in UTF-16 units. */
const lengthOf = (value: unknown) =>
  Array.isArray(value) ? value.length : [...String(value)].length;

// The service's recorded messages follow z-schema. They quote only values that are never secret:
// tags, enumerations, formats and patterns.
const messages: Record<string, (failure: Failure) => string> = {
  type: ({ params, data }) => `Expected type ${params.type} but found type ${typeOf(data)}`,
  required: ({ params }) => `Missing required property: ${params.missingProperty}`,
  additionalProperties: ({ params }) =>
    `Additional properties not allowed: ${params.additionalProperty}`,
  enum: ({ data }) => `No enum match for: ${data}`,
  discriminator: ({ params }) =>
    params.error === "mapping"
      ? `No enum match for: ${params.tagValue}`
      : `Missing required property: ${params.tag}`,
  format: ({ params, data }) =>
    `Object didn't pass validation for format ${params.format}: ${data}`,
  pattern: ({ params, data }) => `String does not match pattern ${params.pattern}: ${data}`,
  minLength: ({ params, data }) =>
    `String is too short (${lengthOf(data)} chars), minimum ${params.limit}`,
  maxLength: ({ params, data }) =>
    `String is too long (${lengthOf(data)} chars), maximum ${params.limit}`,
  minProperties: ({ params, data }) =>
    `Too few properties defined (${Object.keys(data as object).length}), minimum ${params.limit}`,
  minItems: ({ params, data }) => `Array is too short (${lengthOf(data)}), minimum ${params.limit}`,
  uniqueItems: ({ params }) => `Array items are not unique (indexes ${params.j} and ${params.i})`,
  minimum: ({ params, data }) => `Value ${data} is less than minimum ${params.limit}`,
  maximum: ({ params, data }) => `Value ${data} is greater than maximum ${params.limit}`,
  integerBetween: ({ schema, data }) => {
    const [minimum, maximum] = schema as [number, number];
    if (!/^\d+$/.test(String(data))) return "Expected type integer but found type string";
    return Number(data) < minimum
      ? `Value ${data} is less than minimum ${minimum}`
      : `Value ${data} is greater than maximum ${maximum}`;
  },
};

/** `'<message>' on property <path> (<description of the property>)`. */
export function messageOf(failure: Failure | undefined): string {
  if (failure === undefined) return "'Invalid'";
  const message = messages[failure.keyword]?.(failure) ?? failure.message ?? failure.keyword;
  const path = failure.instancePath.slice(1).replaceAll("/", ".");
  const { error, tag } = failure.params as { error?: string; tag?: string };
  // ajv reports an unknown tag at the object that has it, the service at the tag.
  if (error === "mapping") return `'${message}' on property ${path && `${path}.`}${tag}`;
  if (path === "") return `'${message}'`;
  const description = failure.parentSchema?.description;
  const suffix = description === undefined ? "" : ` (${description})`;
  return `'${message}' on property ${path}${suffix}`;
}
