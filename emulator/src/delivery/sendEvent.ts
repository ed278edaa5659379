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
  if (!URL.canParse(endpoint)) return retried("The stream has no valid endpoint");
  const url = new URL(endpoint);
  if (url.protocol !== "https:") return retried("The endpoint of the stream is not https");
  const body = JSON.stringify(event);
  const headers = {
    ...authorizationHeader(webhook_authorization),
    // Not application/cloudevents+json, which the JSON parsers of many frameworks leave unread.
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "auth0-tenant-emulator",
  };
  try {
    const failure = await post({ url, headers, body, signal, ...settings });
    if (failure === undefined) return undefined;
    const { reason, status = 0 } = failure;
    const isRefused = status >= 400 && status < 500;
    return { message: failureMessage(endpoint, reason), isFinal: isRefused };
  } catch {
    // Not with the error's message: it may quote the header.
    return retried(failureMessage(endpoint, "the authorization is no valid HTTP header"));
  }
}
