import http from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { unescape as percentDecoded } from "node:querystring";
import type { Duplex } from "node:stream";
import { isLoopback } from "../config/domain";

export type ProxyFailureKind =
  | "invalidAddress"
  | "loginRequired"
  | "hostForbidden"
  | "hostUnreachable"
  | "proxyUnreachable";

/** The proxy failed, or its address is wrong. The message shows no part of that address. */
export class ProxyError extends Error {
  constructor(
    readonly kind: ProxyFailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** Keeps one agent for direct connections and one for each proxy, so that connections are reused. */
export class ConnectionAgents {
  private readonly direct = new TlsAgent({ keepAlive: true });
  private readonly tunnels = new Map<string, https.Agent>();

  /** The agent for a URL: direct, or through the proxy that the environment names. */
  agentFor(url: string, environment: NodeJS.ProcessEnv = process.env): https.Agent {
    const address = proxyFor(new URL(url), environment);
    if (!address) return this.direct;

    const tunnel = this.tunnels.get(address) ?? new Tunnel(parseProxyAddress(address));
    this.tunnels.set(address, tunnel);
    return tunnel;
  }

  destroy(): void {
    for (const agent of [this.direct, ...this.tunnels.values()]) agent.destroy();
  }
}

/** The proxy's address by curl's variables (curl's page "Environment"); never one for a loopback host. */
export function proxyFor(
  { hostname, port }: URL,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const variable = (name: string) => environment[name] || environment[name.toUpperCase()] || "";
  const address = variable("https_proxy") || variable("all_proxy");
  if (address === "" || isLoopback(hostname)) return undefined;

  const exceptions = variable("no_proxy")
    .toLowerCase()
    .split(/[\s,]+/);
  const exempt = exceptions.some((entry) => isExempt(entry, hostname, port));
  return exempt ? undefined : address;
}

/** Whether an entry of NO_PROXY, such as `auth0.com`, `*.auth0.com:443` or `*`, names a host. */
function isExempt(entry: string, hostname: string, port: string): boolean {
  const match = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry);
  if (!match) return false;

  const [, name, entryPort] = match;
  const nameMatches = name === "*" || name === hostname || hostname.endsWith(`.${name}`);
  const portMatches = entryPort === undefined || entryPort === (port || "443");
  return nameMatches && portMatches;
}

function parseProxyAddress(address: string): URL {
  const full = address.includes("://") ? address : `http://${address}`;
  if (!URL.canParse(full) || !/^https?:/i.test(full)) {
    throw new ProxyError("invalidAddress", "its address is not valid");
  }
  return new URL(full);
}

const secured = new WeakSet<Duplex>();

/** Whether a connection may have sent a request. Until its handshake is complete, it has sent nothing. */
export const isSecured = (connection: Duplex): boolean => secured.has(connection);

type Connected = (error: Error | null, stream: Duplex) => void;

/** Connects directly. */
class TlsAgent extends https.Agent {
  override createConnection(options: RequestOptions, done?: Connected): Duplex | undefined {
    const connection = super.createConnection(options, done) as Duplex;
    return connection.once("secureConnect", () => secured.add(connection));
  }
}

/** Connects through a proxy. TLS reaches to the tenant, so the proxy learns only the tenant's name. */
class Tunnel extends TlsAgent {
  constructor(private readonly proxy: URL) {
    super({ keepAlive: true });
  }

  override createConnection(options: RequestOptions, done?: Connected): undefined {
    const fail = (kind: ProxyFailureKind, message: string) =>
      done?.(new ProxyError(kind, message), undefined as unknown as Duplex);

    const request = connectRequest(this.proxy, `${options.host}:${options.port}`);
    request.once("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        const throughProxy = { ...options, socket } as RequestOptions;
        done?.(null, super.createConnection(throughProxy) as Duplex);
        return;
      }
      socket.destroy();
      fail(failureKindOf(statusCode), `status ${statusCode}`);
    });
    request.once("error", ({ code = "failed" }: NodeJS.ErrnoException) =>
      fail("proxyUnreachable", code),
    );
    request.end();
  }
}

/** Asks the proxy for a tunnel to `target` (RFC 9110 section 9.3.6). */
function connectRequest(proxy: URL, target: string): http.ClientRequest {
  const { protocol, hostname, port, username, password } = proxy;
  const overTls = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const login = `${percentDecoded(username)}:${percentDecoded(password)}`;

  return (overTls ? https : http).request({
    method: "CONNECT",
    host,
    // By default Node takes it from the Host header, which names the tenant.
    servername: isIP(host) ? "" : host,
    port: port || (overTls ? 443 : 80),
    path: target,
    headers: {
      Host: target,
      ...(username && {
        "Proxy-Authorization": `Basic ${Buffer.from(login).toString("base64")}`,
      }),
    },
    agent: false,
  });
}

function failureKindOf(status: number): ProxyFailureKind {
  if (status === 407) return "loginRequired";
  return status >= 400 && status < 500 ? "hostForbidden" : "hostUnreachable";
}
