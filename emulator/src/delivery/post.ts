import { STATUS_CODES } from "node:http";
import { request } from "node:https";
import type { SecureContext } from "node:tls";

export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** Whom TLS trusts; undefined for Node's default. */
  secureContext: SecureContext | undefined;
  signal: AbortSignal;
}

export interface PostFailure {
  reason: string;
  /** Of the response, if there was one. */
  status?: number;
}

/** More of a response than this is not read: only its status matters. */
const maxResponseBytes = 65_536;

/**
 * Sends a POST over https and resolves with its failure, or with undefined: any 2xx is a success,
 * whatever the body. Redirects are not followed. Throws if a header is invalid.
 */
export function post(sent: PostRequest): Promise<PostFailure | undefined> {
  const { url, headers, body, timeoutMs, secureContext, signal } = sent;
  return new Promise((resolve) => {
    let status: number | undefined;
    let reason: string | undefined;
    // A new connection each: an old one that the receiver closes at this moment would fail.
    const options = { method: "POST", headers, signal, agent: false, secureContext } as const;
    const outgoing = request(url, options, (response) => {
      status = response.statusCode ?? 0;
      let bytes = 0;
      response.on("error", () => {});
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxResponseBytes) outgoing.destroy();
      });
    });
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // Connecting to several addresses fails with an error without a message.
      reason = error.message || error.code;
    });
    outgoing.on("close", () => {
      clearTimeout(timer);
      resolve(status === undefined ? { reason: reason ?? "no response" } : failureOf(status));
    });
    outgoing.end(body);
  });
}

const failureOf = (status: number): PostFailure | undefined =>
  status >= 200 && status < 300
    ? undefined
    : { status, reason: `${status} ${STATUS_CODES[status] ?? ""}`.trim() };
