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
      // An error has the description of the failing schema, which the message quotes.
      verbose: true,
      formats: { "strict-https-uri": isHttpsUrl, ...formats },
      keywords: [integerBetween],
    },
  },
  schemaErrorFormatter: (errors, part) => {
    const [name, code] = refusalTexts[part as keyof typeof refusalTexts];
    return new Refusal(400, `${name} validation error: ${messageOf(errors[0] as Failure)}.`, code);
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
  data?: unknown;
  parentSchema?: { description?: string };
}

/** In the form of Auth0's recorded message, which quotes a malformed id. */
function messageOf({
  keyword,
  params,
  data,
  message,
  instancePath,
  parentSchema,
}: Failure): string {
  const text =
    keyword === "format"
      ? `Object didn't pass validation for format ${params.format}: ${data}`
      : (message ?? keyword);
  const path = instancePath.slice(1).replaceAll("/", ".");
  if (path === "") return `'${text}'`;
  const description = parentSchema?.description;
  return `'${text}' on property ${path}${description ? ` (${description})` : ""}`;
}
