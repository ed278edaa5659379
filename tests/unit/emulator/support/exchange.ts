import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import type { Tenant } from "../../../../emulator/src";

/** What came over the wire, to the end of the answer or of the connection. */
export interface Exchange {
  status?: number;
  headers?: IncomingHttpHeaders;
  /** The body as it came, in the pieces in which it came. */
  chunks: string[];
  text: string;
  /** All that the head announced has come. */
  complete: boolean;
  /** Why the connection ended, where it did not end well. */
  error?: string;
}

/** `exchange(tenant, "POST /event-streams", body)`, on a connection of its own. */
export const exchange = (tenant: Tenant, route: string, body?: unknown): Promise<Exchange> =>
  pending(tenant, route, body).answer;

/** The same, for a client that may leave before it is answered. */
export function pending(
  tenant: Tenant,
  route: string,
  body?: unknown,
): { answer: Promise<Exchange>; leave(): void } {
  const [method, path = ""] = route.split(" ");
  const url = `${tenant.url}${path.startsWith("/oauth/") ? "" : "/api/v2"}${path}`;
  const headers = {
    authorization: `Bearer ${tenant.issueToken()}`,
    "content-type": "application/json",
  };
  const sent = request(url, { method, headers, agent: false });
  const answer = answerTo(sent);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return { answer, leave: () => sent.destroy() };
}

function answerTo(sent: ClientRequest): Promise<Exchange> {
  const seen: Exchange = { chunks: [], text: "", complete: false };
  return new Promise((resolve) => {
    const end = (error?: NodeJS.ErrnoException) =>
      resolve({ ...seen, text: seen.chunks.join(""), ...(error?.code && { error: error.code }) });
    sent.on("error", end);
    sent.on("response", (answer) => {
      Object.assign(seen, { status: answer.statusCode, headers: answer.headers });
      answer.setEncoding("utf8").on("data", (chunk) => seen.chunks.push(chunk));
      answer.on("error", end).on("close", () => {
        seen.complete = answer.complete;
        end();
      });
    });
  });
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}
