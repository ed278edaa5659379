import type { RequestRecord } from "../../../emulator/src";

/** Every text in a body, in order. */
export function leaves(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}

const json = JSON.stringify;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const form = (values: string[]) =>
  new URLSearchParams(values.map((value): [string, string] => ["v", value]));
const escapedUnicode = (text: string) =>
  text.replace(/./gs, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("&#34;", "&quot;");

/** Response bodies with which a rejection may repeat its request. */
export const echoes: Record<string, (request: RequestRecord) => unknown> = {
  "as JSON within the message": ({ body }) => ({ message: `No: ${json(body)}` }),
  "as JSON within JSON within the message": ({ body }) => ({
    message: `No: ${json({ error: json({ request: body }) })}`,
  }),
  "as the bare values": ({ body }) => ({ message: leaves(body).join(" / ") }),
  "as a form": ({ body }) => ({ message: `No: ${form(leaves(body))}` }),
  "as a part of a URL": ({ body }) => ({ message: encodeURIComponent(json(body)) }),
  "as HTML": ({ body }) => ({ message: html(json(body)) }),
  "in unicode escapes": ({ body }) => ({ message: leaves(body).map(escapedUnicode).join() }),
  "in base64": ({ body }) => ({ message: leaves(body).map(base64).join() }),
  "as the header that the destination would get": ({ body }) => ({
    message: `Authorization: Basic ${base64(leaves(body).slice(-2).join(":"))}`,
  }),
  "as the error code": ({ body }) => ({
    errorCode: leaves(body).join(),
    error: leaves(body).join(),
  }),
  "as the error's description": ({ body }) => ({ error: "no", error_description: json(body) }),
  "as text": ({ body }) => `refused: ${json(body)}`,
  "cut off after 500 characters": ({ body }) => ({ message: json(body).slice(0, 500) }),
  "with the headers": ({ headers }) => ({ message: json(headers) }),
};
