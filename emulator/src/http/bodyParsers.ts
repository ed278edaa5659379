import type { FastifyInstance } from "fastify";
import { invalidBody, Refusal } from "./refusal";

const megabyte = 1_048_576;

type Parse = (text: string) => unknown;

const form = "application/x-www-form-urlencoded";

/** Accepts JSON bodies, and rejects every other media type. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  accept(app, "application/json", parseJson);
}

/** Accepts JSON from `curl -d` as well, which sends it as a form. */
export const acceptJsonAsForm = (app: FastifyInstance): void => accept(app, form, parseJson);

/** Accepts bodies of HTML forms as well. */
export function acceptForm(app: FastifyInstance): void {
  accept(app, form, (text) => Object.fromEntries(new URLSearchParams(text)));
}

function parseJson(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw invalidBody("'Invalid request payload JSON format'");
  }
}

function accept(app: FastifyInstance, contentType: string, parse: Parse): void {
  // The server reads even a body that is too large to its end. If the connection closes while they
  // send, many clients report a broken pipe, and never see the 413.
  const options = { parseAs: "buffer", bodyLimit: 64 * megabyte } as const;
  app.addContentTypeParser(contentType, options, async (_request: unknown, body: Buffer) => {
    if (body.length > megabyte) {
      throw new Refusal(413, `Payload content length greater than maximum allowed: ${megabyte}`);
    }
    return parse(body.toString());
  });
}
