import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import type { EventContent } from "../model/delivery";
import type { StoredStream } from "../model/store";
import { authorizationHeader } from "./authorizationHeader";
import { failureMessage } from "./failureMessage";
import { post } from "./post";

export interface WebhookSettings {
  timeoutMs: number;
  secureContext: SecureContext | undefined;
}

/** Whom https trusts. Created once: it takes milliseconds to read Node's certificates. */
export const secureContextOf = (ca: string | undefined): SecureContext | undefined =>
  ca === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, ca] });

/** Sends an event to the webhook of a stream. Resolves with a message if that failed. */
export async function sendToWebhook(
  { destination }: StoredStream,
  event: EventContent,
  settings: WebhookSettings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { webhook_endpoint: endpoint = "", webhook_authorization } = destination.configuration;
  if (!URL.canParse(endpoint)) return "The stream has no valid endpoint";
  const url = new URL(endpoint);
  if (!isAllowed(url)) return failureMessage(endpoint, "http is only for a receiver on loopback");
  const body = JSON.stringify(event);
  const headers = {
    ...authorizationHeader(webhook_authorization),
    // Not application/cloudevents+json, which the JSON parsers of many frameworks leave unread.
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "auth0-tenant-emulator",
  };
  try {
    const reason = await post({ url, headers, body, signal, ...settings });
    return reason && failureMessage(endpoint, reason);
  } catch {
    // Not with the error's message: it may quote the header.
    return failureMessage(endpoint, "the authorization is no valid HTTP header");
  }
}

const isAllowed = ({ protocol, hostname }: URL) =>
  protocol === "https:" || hostname === "localhost" || /^(127\.|\[::1\]$)/.test(hostname);
