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

/** Whom https trusts. Created once: it takes milliseconds to read Node's certificates. */
export function secureContextOf(ca: string | undefined): SecureContext | undefined {
  if (ca === undefined) return undefined;
  try {
    // createSecureContext ignores what is no certificate.
    new X509Certificate(ca);
  } catch {
    throw new InvalidInput("delivery.ca must be certificates in PEM");
  }
  return createSecureContext({ ca: [...rootCertificates, ca] });
}

export interface SendFailure {
  message: string;
  /** A further attempt would not help. */
  isFinal: boolean;
}

/**
 * Sends an event to the webhook of a stream. Resolves as soon as there is a status: with undefined for
 * any 2xx, else with the failure. Redirects are not followed.
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
    // Not application/cloudevents+json, which the JSON parsers of many frameworks leave unread.
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "auth0-tenant-emulator",
  };
  // A new connection each: an old one that the receiver closes at this moment would fail.
  const options = { method: "POST", headers, signal, agent: false, secureContext } as const;
  try {
    const outgoing = request(new URL(endpoint), options);
    const timeout = new Error(`no response within ${timeoutMs} ms`);
    const timer = setTimeout(() => outgoing.destroy(timeout), timeoutMs);
    outgoing.on("close", () => clearTimeout(timer));
    outgoing.end(body);
    return await failureOf(outgoing, endpoint);
  } catch {
    // Not with the error's message: it may quote the header.
    const message = "The endpoint is no https URL, or the authorization is no HTTP header";
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
      // The body is read all the same: some receivers report a connection that is closed while they send.
      response.on("error", () => {}).resume();
    });
    // Connecting to several addresses fails with an error without a message.
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
 * The length after which the service's recorded messages end with " ...", less `Post "`. The emulator
 * shortens only the URL, so that the reason can be read.
 */
const maxUrlLength = 44;

/** As in recordings of the service: `Post "<URL>": <reason>`. A query may hold a secret, and is left out. */
function failureMessage(endpoint: string, reason: string): string {
  const { origin, pathname } = new URL(endpoint);
  const url = `${origin}${pathname === "/" ? "" : pathname}`;
  const shortened = url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)} ...` : url;
  return `Post "${shortened}": ${reason}`;
}
