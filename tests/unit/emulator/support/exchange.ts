import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import type { Tenant } from "../../../../emulator/src";

/** The data that the client received until the end of the response or the connection. */
export interface Exchange {
  status?: number;
  headers?: IncomingHttpHeaders;
  text: string;
  /** Whether the whole announced body arrived. */
  complete: boolean;
  /** The error code, if the connection ended with an error. */
  error?: string;
}

/** Sends `exchange(tenant, "POST /event-streams", body)` on a new connection. */
export const exchange = (tenant: Tenant, route: string, body?: unknown): Promise<Exchange> =>
  send(tenant, route, body).exchange;

/** Sends a request from which the client may disconnect before the response. */
export function send(
  tenant: Tenant,
  route: string,
  body?: unknown,
): { exchange: Promise<Exchange>; disconnect(): void } {
  const [method, path = ""] = route.split(" ");
  const url = `${tenant.url}${path.startsWith("/oauth/") ? "" : "/api/v2"}${path}`;
  const headers = {
    authorization: `Bearer ${tenant.issueToken()}`,
    "content-type": "application/json",
  };
  const sent = request(url, { method, headers, agent: false });
  const received = receive(sent);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return { exchange: received, disconnect: () => sent.destroy() };
}

function receive(sent: ClientRequest): Promise<Exchange> {
  const received: Exchange = { text: "", complete: false };
  return new Promise((resolve) => {
    const end = (error?: NodeJS.ErrnoException) =>
      resolve({ ...received, ...(error?.code && { error: error.code }) });
    sent.on("error", end);
    sent.on("response", (response) => {
      Object.assign(received, { status: response.statusCode, headers: response.headers });
      response.setEncoding("utf8").on("data", (chunk) => {
        received.text += chunk;
      });
      response.on("error", end).on("close", () => {
        received.complete = response.complete;
        end();
      });
    });
  });
}
