import { request } from "node:http";
import type { Tenant } from "../../../../emulator/src";

/** The data that the client received until the end of the response or the connection. */
interface Exchange {
  text: string;
  /** The error code, if the connection ended with an error. */
  error?: string;
}

/** Sends a request such as `"POST /event-streams"`, from which the client may disconnect before the response. */
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
  const received: Exchange = { text: "" };
  const exchange = new Promise<Exchange>((resolve) => {
    const end = (error?: NodeJS.ErrnoException) =>
      resolve({ ...received, ...(error?.code && { error: error.code }) });
    sent.on("error", end);
    sent.on("response", (response) => {
      response.setEncoding("utf8").on("data", (chunk) => {
        received.text += chunk;
      });
      response.on("error", end).on("close", () => end());
    });
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return { exchange, disconnect: () => sent.destroy() };
}
