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
 * Sends a POST over https and resolves as soon as there is a status: with undefined for any 2xx, else with
 * the failure. Redirects are not followed. Throws if a header is invalid.
 */
export function post(sent: PostRequest): Promise<PostFailure | undefined> {
  const { url, headers, body, timeoutMs, secureContext, signal } = sent;
  return new Promise((resolve) => {
    // A new connection each: an old one that the receiver closes at this moment would fail.
    const options = { method: "POST", headers, signal, agent: false, secureContext } as const;
    const outgoing = request(url, options, (response) => {
      resolve(failureOf(response.statusCode ?? 0));
      // The body is read all the same: some receivers report a connection that is closed while they send.
      let bytes = 0;
      response.on("error", () => {});
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxResponseBytes) outgoing.destroy();
      });
    });
    const timeout = new Error(`no response within ${timeoutMs} ms`);
    const timer = setTimeout(() => outgoing.destroy(timeout), timeoutMs);
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // Connecting to several addresses fails with an error without a message.
      resolve({ reason: error.message || error.code || "no response" });
    });
    outgoing.on("close", () => {
      clearTimeout(timer);
      resolve({ reason: "no response" });
    });
    outgoing.end(body);
  });
}

const failureOf = (status: number): PostFailure | undefined =>
  status >= 200 && status < 300
    ? undefined
    : { status, reason: `${status} ${STATUS_CODES[status] ?? ""}`.trim() };
