import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { formats } from "../operations";
import { Refusal } from "./refusal";
import { messageOf } from "./validationMessages";

/** Validates requests against the published contract: an invalid body, path or query is a 400. */

const isHttpsUrl = (text: string) =>
  !/\s/.test(text) && URL.canParse(text) && new URL(text).protocol === "https:";

/** Query parameters are strings: this keyword checks the integer in one. */
const integerBetween = {
  keyword: "integerBetween",
  type: "string" as const,
  schemaType: "array" as const,
  validate: ([minimum, maximum]: [number, number], text: string) =>
    /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
};

/** The part of the request in the service's message, and the error code. */
const refusalTexts = {
  body: ["Payload", "invalid_body"],
  params: ["Path", "invalid_uri"],
  querystring: ["Query", "invalid_query_string"],
  headers: ["Header", "invalid_headers"],
} as const;

/** Options of Fastify's validator (ajv). It must not change the request it validates. */
export const requestValidation = {
  ajv: {
    customOptions: {
      coerceTypes: false,
      useDefaults: false,
      removeAdditional: false,
      discriminator: true,
      allowUnionTypes: true,
      // Adds the failing schema to an error: the service's messages quote its description.
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
