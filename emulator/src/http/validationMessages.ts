import type { FastifySchemaValidationError } from "fastify";

interface Failure extends FastifySchemaValidationError {
  schema?: unknown;
  data?: unknown;
  parentSchema?: { description?: string };
}

const typeOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const lengthOf = (value: unknown) =>
  Array.isArray(value) ? value.length : [...String(value)].length;

// The words are those of z-schema, which the service's recorded messages follow. Only values that
// are never secret are quoted: tags, enumerations, formats and patterns.
const wording: Record<string, (failure: Failure) => string> = {
  type: ({ params, data }) => `Expected type ${params.type} but found type ${typeOf(data)}`,
  required: ({ params }) => `Missing required property: ${params.missingProperty}`,
  additionalProperties: ({ params }) =>
    `Additional properties not allowed: ${params.additionalProperty}`,
  minProperties: () => "Too few properties defined (0), minimum 1",
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

/** `'what is wrong' on property a.b (what the property is)`, as the service says it. */
export function messageOf(failure: Failure | undefined): string {
  if (failure === undefined) return "'Invalid'";
  const what = wording[failure.keyword]?.(failure) ?? failure.message ?? failure.keyword;
  // An unknown tag is reported of the object that has it.
  const { error, tag } = failure.params as { error?: string; tag?: string };
  const path = failure.instancePath.slice(1).replaceAll("/", ".");
  const property = error === "mapping" ? `${path}.${tag}` : path;
  const description = error === "mapping" ? undefined : failure.parentSchema?.description;
  const meaning = description === undefined ? "" : ` (${description})`;
  return property === "" ? `'${what}'` : `'${what}' on property ${property}${meaning}`;
}
