import type { FastifyInstance, FastifySchemaValidationError, FastifyServerOptions } from "fastify";
import { formats } from "../operations";
import { Refusal } from "./refusal";

const isHttpsUrl = (text: string) =>
  !/\s/.test(text) && URL.canParse(text) && new URL(text).protocol === "https:";

/** Query parameters are strings. This keyword checks the integer in one. */
const integerBetween = {
  keyword: "integerBetween",
  type: "string" as const,
  schemaType: "array" as const,
  validate: ([minimum, maximum]: [number, number], text: string) =>
    /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
};

/** How Auth0's message names each part of the request, and the error code. */
const refusalTexts = {
  body: ["Payload", "invalid_body"],
  params: ["Path", "invalid_uri"],
  querystring: ["Query", "invalid_query_string"],
  headers: ["Header", "invalid_headers"],
} as const;

/** Fastify's options for ajv, which validates requests and must not change them. */
export const requestValidation = {
  ajv: {
    customOptions: {
      coerceTypes: false,
      useDefaults: false,
      removeAdditional: false,
      discriminator: true,
      allowUnionTypes: true,
      // Auth0's messages quote the description of the failing schema, so an error must have it.
      verbose: true,
      formats: { "strict-https-uri": isHttpsUrl, ...formats },
      keywords: [integerBetween],
    },
  },
  schemaErrorFormatter: (errors, part) => {
    const [name, code] = refusalTexts[part as keyof typeof refusalTexts];
    return new Refusal(400, `${name} validation error: ${messageOf(errors[0])}.`, code);
  },
} satisfies FastifyServerOptions;

type SchemaCompiler = NonNullable<FastifyInstance["validatorCompiler"]>;

let sharedCompiler: SchemaCompiler | undefined;

/**
 * Lets all tenants of a process use the schema compiler of the first one, which compiles each schema
 * object once. Otherwise compiling takes two thirds of the CPU time of a tenant's start.
 */
export function shareSchemaCompiler(app: FastifyInstance): void {
  if (sharedCompiler) {
    app.setValidatorCompiler(sharedCompiler);
    return;
  }
  app.addHook("onReady", async () => {
    sharedCompiler = app.validatorCompiler;
  });
}

interface Failure extends FastifySchemaValidationError {
  schema?: unknown;
  data?: unknown;
  parentSchema?: { description?: string };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The length of a text in characters, not in UTF-16 units. */
const lengthOf = (value: unknown) =>
  Array.isArray(value) ? value.length : [...String(value)].length;

// Auth0's recorded messages follow z-schema. They quote only values that are never secret, such as tags,
// enumerations, formats, and patterns.
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
function messageOf(failure: Failure | undefined): string {
  if (failure === undefined) return "'Invalid'";
  const message = messages[failure.keyword]?.(failure) ?? failure.message ?? failure.keyword;
  const path = failure.instancePath.slice(1).replaceAll("/", ".");
  const { error, tag } = failure.params as { error?: string; tag?: string };
  // ajv reports an unknown tag at the object that has it, and Auth0 reports it at the tag.
  if (error === "mapping") return `'${message}' on property ${path && `${path}.`}${tag}`;
  if (path === "") return `'${message}'`;
  const description = failure.parentSchema?.description;
  const suffix = description === undefined ? "" : ` (${description})`;
  return `'${message}' on property ${path}${suffix}`;
}
