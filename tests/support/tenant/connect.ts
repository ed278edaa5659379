import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "@jest/globals";
import {
  startTenant,
  type TenantOptions,
  type Tenant as TenantServer,
} from "../../../emulator/src";
import { ManagementApi } from "../../../provider/api/managementApi";
import { type Settings, secretsOf, settingsFrom } from "../../../provider/config/settings";
import { Session } from "../../../provider/lifecycle/session";
import { type FakeClock, fakeClock } from "../clock/fakeClock";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

export interface Connection {
  /** The emulator, with its received requests and stored objects. */
  server: TenantServer;
  /** The provider's client for the emulator. */
  api: ManagementApi;
  session: Session;
  clock: FakeClock;
  settings: Settings;
}

/** A tenant and a connection to it, until the test ends. Both use the same fake clock. */
export async function connect(
  options: TenantOptions = {},
  changes: Partial<Settings> = {},
): Promise<Connection> {
  const clock = fakeClock();
  const server = await startTenant({ now: clock.now, ...options });
  closing.push(() => server.close());
  const settings = { ...settingsFrom({ get: () => undefined }, server.environment), ...changes };
  settings.secrets = secretsOf(settings.credentials);
  return { server, settings, clock, ...openTenant(settings, clock) };
}

/** Ends the client's time limit as soon as a fault never responds to a request. */
export function expireHangs(server: TenantServer, clock: FakeClock): void {
  server.respond = (request) => {
    const meets = ({ route = "*" }) =>
      route === "*" ? request.kind === "api" : route === request.route;
    // By then, the fault has affected the request, after the handler if that comes first.
    if (server.faults.some((fault) => fault.kind === "hang" && meets(fault)))
      setImmediate(clock.expire);
    return undefined;
  };
}

export function openTenant(settings: Settings, clock = fakeClock()) {
  const api = new ManagementApi(settings, clock);
  return { api, session: new Session(api) };
}

/** Starts a server until the test ends, for responses that no tenant sends. It needs no token endpoint. */
export async function connectTo(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<Connection & { seen: string[] }> {
  const seen: string[] = [];
  const http = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    let body = "";
    request.setEncoding("utf8").on("data", (part) => {
      body += part;
    });
    request.on("end", () => handle(request, response, body));
  });
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  closing.push(async () => {
    http.closeAllConnections();
    http.close();
  });
  const domain = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const clock = fakeClock();
  const settings = {
    domain,
    origin: `http://${domain}`,
    audience: `https://${domain}/api/v2/`,
    correlationIdPrefix: "pulumi-",
    unknownValues: "reject" as const,
    credentials: { apiToken: "ready-token" },
    secrets: ["ready-token"],
    limits: { maxRetries: 10, timeoutMs: 60_000 },
    debug: false,
    warnings: [],
    settingPrefix: "auth0:",
  };
  const none = undefined as unknown as TenantServer;
  return { server: none, seen, settings, clock, ...openTenant(settings, clock) };
}
