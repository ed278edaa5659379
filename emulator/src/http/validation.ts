import type { FastifyServerOptions } from "fastify";
import { eventTypes } from "../schemas/eventTypes";
import { Refusal } from "./refusal";
import { messageOf } from "./validationMessages";

const isUrl = (protocols: string[]) => (text: string) =>
  !/\s/.test(text) && URL.canParse(text) && protocols.includes(new URL(text).protocol);

// In the 20 characters that the interface allows, RFC 3339 leaves only UTC in whole seconds. The
// round trip refuses the 30th of February, which Date.parse moves into March.
const isDateTimeInSeconds = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) &&
  new Date(text).toJSON() === text.replace("Z", ".000Z");

const formats = {
  "event-stream-id": /^est_[0-9A-Za-z]{22}$/,
  "absolute-http-uri": isUrl(["http:", "https:"]),
  "absolute-https-uri": isUrl(["https:"]),
  "date-time-seconds": isDateTimeInSeconds,
  "event-types": (text: string) =>
    text.split(",").every((type) => (eventTypes as readonly string[]).includes(type)),
};

const integerBetween = {
  keyword: "integerBetween",
  type: "string" as const,
  schemaType: "array" as const,
  validate: ([minimum, maximum]: [number, number], text: string) =>
    /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
};

const refusals = {
  body: ["Payload", "invalid_body"],
  params: ["Path", "invalid_uri"],
  querystring: ["Query", "invalid_query_string"],
  headers: ["Header", "invalid_headers"],
} as const;

/** Fastify's own validator, made to take a request as it is: it converts, fills and drops nothing. */
export const validation = {
  ajv: {
    customOptions: {
      coerceTypes: false,
      useDefaults: false,
      removeAdditional: false,
      discriminator: true,
      allowUnionTypes: true,
      // Errors then carry the failing schema, whose description the service's messages quote.
      verbose: true,
      formats,
      keywords: [integerBetween],
    },
  },
  schemaErrorFormatter: (errors, part) => {
    const [what, code] = refusals[part as keyof typeof refusals];
    return new Refusal(400, `${what} validation error: ${messageOf(errors[0])}.`, code);
  },
} satisfies FastifyServerOptions;
