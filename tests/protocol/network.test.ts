import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../emulator/src";
import { dynamicAdapter } from "../support/engine/dynamicProvider";
import { startProcess } from "../support/engine/providerProcess";
import { patienceMs } from "../support/jest/patience.cjs";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { type Authority, authority } from "../support/tenant/authority";
import { type ProxyOptions, startProxy } from "../support/tenant/proxy";
import { policy } from "../support/values/rateLimitPolicy";

// Unit tests cover the choice of a proxy and the meaning of each failure. These tests start processes,
// because Node reads NODE_EXTRA_CA_CERTS when it starts.

/** No resolver knows this name, so requests can reach it only through a proxy. */
const host = "tenant.test";
const clientSecret = "canary-client-secret";
const tunnel = `CONNECT ${host}:443 HTTP/1.1`;

let company: Authority;
beforeAll(() => {
  company = authority();
});
afterAll(removeTemporaryFolders);

const servers: Tenant[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: TenantOptions = {}): Promise<Tenant> {
  const server = await startTenant({ clientSecret, ...options });
  servers.push(server);
  return server;
}

const portOf = ({ domain }: Tenant) => Number(domain.split(":").at(-1));
const kind = "RateLimitPolicy";
const selected = (name: string) => policy({ consumerSelector: `client_id:${name}` });

/** A provider process that does not retry failed requests. */
const start = (environment: Record<string, string>) =>
  startProcess(dynamicAdapter, {
    AUTH0_CLIENT_ID: "emulator-client",
    AUTH0_CLIENT_SECRET: clientSecret,
    AUTH0_MAX_RETRIES: "0",
    ...environment,
  });

/** The status or the error of a GET in another process, which must end by itself. */
async function statusOf(url: string, environment: Record<string, string> = {}): Promise<string> {
  const script = `
    const { exchange } = require(${JSON.stringify(join(root, "bin/provider/api/http"))});
    exchange({ method: "GET", url: "${url}", headers: {} }, ${patienceMs}).then(
      ({ status }) => console.log(status),
      ({ message }) => console.log(message),
    );`;
  const env = { PATH: process.env.PATH, ...environment };
  const { stdout } = await mustRun(process.execPath, ["-e", script], temporaryFolder(), env);
  return stdout.trim();
}

describe("a proxy", () => {
  async function behind(options: ProxyOptions = {}) {
    const server = await serve({ tls: company.issue(host), domain: host });
    const proxy = await startProxy({ to: portOf(server), ...options });
    return { server, proxy, environment: { NODE_EXTRA_CA_CERTS: company.file } };
  }

  test("has one tunnel per process, and learns only the tenant's name", async () => {
    const { server, proxy, environment } = await behind();
    const settings = { AUTH0_DOMAIN: host, HTTPS_PROXY: `http://${proxy.host}` };
    const provider = await start({ ...environment, ...settings });
    for (const name of ["a", "b", "c"]) await provider.create(kind, selected(name));
    expect(server.policies.size).toBe(3);
    expect(proxy.asked).toEqual([tunnel]);
    expect(proxy.heard()).toContain(host);
    const [token] = server.requests.flatMap(({ headers }) => headers.authorization ?? []);
    expect(token).toMatch(/^Bearer \S{20,}$/);
    for (const word of [String(token), clientSecret, "oauth", "rate-limit", "uthorization"]) {
      expect(proxy.heard()).not.toContain(word);
    }
  });

  test("gets the decoded login, and no other host gets it", async () => {
    const { server, proxy, environment } = await behind({ login: "user@crm:p%@ss" });
    const address = `http://user%40crm:p%25%40ss@${proxy.host}`;
    const variables = { ...environment, HTTPS_PROXY: address };
    expect(await statusOf(`https://${host}/`, variables)).toBe("404");
    for (const { headers } of server.requests) {
      expect(headers).not.toHaveProperty("proxy-authorization");
    }
  });

  test("can be reached over TLS", async () => {
    const { proxy, environment } = await behind({ tls: company.issue("localhost") });
    const address = `https://localhost:${proxy.host.split(":")[1]}`;
    const variables = { ...environment, HTTPS_PROXY: address };
    expect(await statusOf(`https://${host}/`, variables)).toBe("404");
    expect(proxy.asked).toEqual([tunnel]);
  });
});
