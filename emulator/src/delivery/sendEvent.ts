import { X509Certificate } from "node:crypto";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { InvalidInput } from "../invalidInput";
import type { EventContent } from "../model/delivery";
import type { StoredStream, WebhookAuthorization } from "../model/store";
import { post } from "./post";

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

/** Sends an event to the webhook of a stream. Resolves with the failure, if any. */
export async function sendToWebhook(
  { destination }: StoredStream,
  event: EventContent,
  settings: WebhookSettings,
  signal: AbortSignal,
): Promise<SendFailure | undefined> {
  const { webhook_endpoint: endpoint = "", webhook_authorization } = destination.configuration;
  const retried = (message: string) => ({ message, isFinal: false });
  const body = JSON.stringify(event);
  const headers = {
    ...authorizationHeader(webhook_authorization),
    // Not application/cloudevents+json, which the JSON parsers of many frameworks leave unread.
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "auth0-tenant-emulator",
  };
  try {
    const url = new URL(endpoint);
    const failure = await post({ url, headers, body, signal, ...settings });
    if (failure === undefined) return undefined;
    const { reason, status = 0 } = failure;
    const isRefused = status >= 400 && status < 500;
    return { message: failureMessage(endpoint, reason), isFinal: isRefused };
  } catch {
    // Not with the error's message: it may quote the header.
    return retried("The endpoint is no https URL, or the authorization is no HTTP header");
  }
}

/** The header with which a webhook request is authorized. */
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
