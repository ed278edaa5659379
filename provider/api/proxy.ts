import http from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { unescape as decoded } from "node:querystring";
import type { Duplex } from "node:stream";
import { isLoopback } from "../config/domain";

/** What stands before the reason, in the code of an error that is the proxy's. */
export const ofProxy = "proxy: ";

const failure = (reason: string) =>
  Object.assign(new Error(reason), { code: `${ofProxy}${reason}` });

const direct = new https.Agent({ keepAlive: true });
const tunnels = new Map<string, https.Agent>();

/** What leads to a host over TLS: straight, or through the proxy that the environment names. */
export function agentFor(url: string, environment: NodeJS.ProcessEnv = process.env): https.Agent {
  const address = proxyFor(new URL(url), environment);
  if (!address) return direct;
  const tunnel = tunnels.get(address) ?? new Tunnel(parse(address));
  tunnels.set(address, tunnel);
  return tunnel;
}

/** As curl reads the environment; a loopback host has no way through anybody. */
export function proxyFor(
  { hostname, port }: URL,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()] || "";
  const address = read("https_proxy") || read("all_proxy");
  const entries = read("no_proxy")
    .toLowerCase()
    .split(/[\s,]+/);
  const exempt = entries.some((entry) => {
    const [, name, only = port] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry) ?? [];
    const named = name === "*" || name === hostname || hostname.endsWith(`.${name}`);
    return named && (only || "443") === (port || "443");
  });
  return isLoopback(hostname) || exempt ? undefined : address || undefined;
}

function parse(address: string): URL {
  const full = address.includes("://") ? address : `http://${address}`;
  if (!URL.canParse(full) || !/^https?:/i.test(full)) throw failure("its address is not valid");
  return new URL(full);
}

/** Connections through a proxy: TLS reaches as far as the tenant, so the proxy sees its name alone. */
class Tunnel extends https.Agent {
  constructor(private readonly proxy: URL) {
    super({ keepAlive: true });
  }

  override createConnection(
    options: RequestOptions,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { protocol, hostname, port, username, password } = this.proxy;
    const host = hostname.replace(/^\[|\]$/g, "");
    const secure = protocol === "https:";
    const path = `${options.host}:${options.port}`;
    const login = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
    const fail = (reason: string) => done?.(failure(reason), undefined as unknown as Duplex);
    const request = (secure ? https : http).request({
      method: "CONNECT",
      host,
      // Else Node takes it from the header, which names the tenant.
      servername: isIP(host) ? "" : host,
      port: port || (secure ? 443 : 80),
      path,
      headers: {
        Host: path,
        ...(username && { "Proxy-Authorization": `Basic ${login}` }),
      },
      agent: false,
    });
    request.once("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        const through = { ...options, socket } as RequestOptions;
        done?.(null, super.createConnection(through) as Duplex);
      } else {
        socket.destroy();
        fail(`status ${statusCode}`);
      }
    });
    request.once("error", ({ code = "failed" }: NodeJS.ErrnoException) => fail(code));
    request.end();
  }
}
