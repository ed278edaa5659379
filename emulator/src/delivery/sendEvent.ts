import { X509Certificate } from "node:crypto";
import { type ClientRequest, STATUS_CODES } from "node:http";
import { request } from "node:https";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { InvalidInput } from "../invalidInput";
import type { EventContent } from "../model/delivery";
import type { StoredStream, WebhookAuthorization } from "../model/store";

export interface WebhookSettings {
  timeoutMs: number;
  secureContext: SecureContext | undefined;
}

/** The certificates that https trusts. It is created once, because reading Node's takes milliseconds. */
export function secureContextOf(ca: string | undefined): SecureContext | undefined {
  if (ca === undefined) return undefined;
  try {
    // createSecureContext ignores whatever isn't a certificate, so X509Certificate checks it.
    new X509Certificate(ca);
  } catch {
    throw new InvalidInput("delivery.ca must be certificates in PEM.");
  }
  return createSecureContext({ ca: [...rootCertificates, ca] });
}

export interface SendFailure {
  message: string;
  /** Whether another attempt is pointless. */
  isFinal: boolean;
}

/**
 * Sends an event to a stream's webhook. Resolves as soon as the status arrives, with undefined for any
 * 2xx, and otherwise with the failure. It doesn't follow redirects.
 */
export async function sendToWebhook(
  { destination }: StoredStream,
  event: EventContent,
  { timeoutMs, secureContext }: WebhookSettings,
  signal: AbortSignal,
): Promise<SendFailure | undefined> {
  const { webhook_endpoint: endpoint = "", webhook_authorization } = destination.configuration;
  const body = JSON.stringify(event);
  const headers = {
    ...authorizationHeader(webhook_authorization),
    // The JSON parsers of many frameworks ignore application/cloudevents+json.
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "auth0-tenant-emulator",
  };
  // Every request gets a new connection, because the receiver may be closing an old one.
  const options = { method: "POST", headers, signal, agent: false, secureContext } as const;
  try {
    const outgoing = request(new URL(endpoint), options);
    const timeout = new Error(`no response within ${timeoutMs} ms`);
    const timer = setTimeout(() => outgoing.destroy(timeout), timeoutMs);
    outgoing.on("close", () => clearTimeout(timer));
    outgoing.end(body);
    return await failureOf(outgoing, endpoint);
  } catch {
    // The error's message may quote the header, so it isn't shown.
    const message = "The endpoint isn't an https URL, or the authorization isn't an HTTP header";
    return { message, isFinal: false };
  }
}

function failureOf(outgoing: ClientRequest, endpoint: string): Promise<SendFailure | undefined> {
  return new Promise((resolve) => {
    const fail = (reason: string, isFinal = false) =>
      resolve({ message: failureMessage(endpoint, reason), isFinal });
    outgoing.on("response", (response) => {
      const { statusCode: status = 0 } = response;
      const reason = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
      if (status >= 200 && status < 300) resolve(undefined);
      else fail(reason, status >= 400 && status < 500);
      // The body is read to its end, because some receivers report a connection that closes while they send.
      response.on("error", () => {}).resume();
    });
    // If connecting to several addresses fails, the error has no message.
    outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.message || `${error.code}`));
    outgoing.on("close", () => fail("no response"));
  });
}

function authorizationHeader(
  authorization: WebhookAuthorization | undefined,
): Record<string, string> {
  switch (authorization?.method) {
    case "basic": {
      const { username = "", password = "" } = authorization;
      const encoded = Buffer.from(`${username}:${password}`).toString("base64");
      return { authorization: `Basic ${encoded}` };
    }
    case "bearer":
      return { authorization: `Bearer ${authorization.token}` };
    case "custom_header":
      return { [String(authorization.header_key).toLowerCase()]: `${authorization.header_value}` };
    default:
      return {};
  }
}

/**
 * Auth0's recorded messages end with " ..." after this length, less `Post "`. The emulator shortens only
 * the URL, so that the reason stays readable.
 */
const maxUrlLength = 44;

/** `Post "<URL>": <reason>`, as in Auth0's recordings, but without the query, which may hold a secret. */
function failureMessage(endpoint: string, reason: string): string {
  const { origin, pathname } = new URL(endpoint);
  const url = `${origin}${pathname === "/" ? "" : pathname}`;
  const shortened = url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)} ...` : url;
  return `Post "${shortened}": ${reason}`;
}
