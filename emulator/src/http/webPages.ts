import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { Refusal } from "./refusal";

/** The hosts in the URLs of a server on this machine: without the port if a proxy leads to it. */
export const hostsOf = (names: string[], port: number): string[] =>
  [...new Set([...names, "127.0.0.1", "localhost", "[::1]"])].flatMap((name) => [
    `${name}:${port}`,
    name,
  ]);

/** Refuses a request that a web page may have sent, before it is read. Returns whether it did. */
export function refuseWebPage(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: string[],
): boolean {
  const reason = reasonToRefuse(request, hosts);
  if (reason === undefined) return false;
  const message = `${reason}. Web pages have no access: send the request from a program or a terminal, to ${hosts[0]}`;
  response.writeHead(403, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(new Refusal(403, message).body()));
  return true;
}

/** The usual form of a host: names have no case, and may end with a dot. */
const canonical = (host: string) => host.toLowerCase().replace(/\.(?=(:\d+)?$)/, "");

/**
 * A page whose name is made to resolve to this machine (DNS rebinding) sends its name as Host. A page of
 * another origin sends Origin, or Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/), or both.
 */
function reasonToRefuse({ headers, socket }: IncomingMessage, hosts: string[]): string | undefined {
  const { host = "", origin, "sec-fetch-site": site = "none" } = headers;
  if (!hosts.map(canonical).includes(canonical(host)))
    return `Host is "${host}", which is none of ${hosts.join(", ")}`;
  const own = `${(socket as TLSSocket).encrypted ? "https" : "http"}://${host}`;
  if (origin !== undefined && origin !== own) return `Origin is "${origin}", not "${own}"`;
  if (["same-origin", "none"].includes(String(site))) return undefined;
  return `Sec-Fetch-Site is "${site}", not "same-origin" or "none"`;
}
