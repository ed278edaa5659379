import { execFile } from "node:child_process";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../emulator/src";
import { dynamicAdapter } from "../support/engine/dynamicProvider";
import { refused, startProcess } from "../support/engine/providerProcess";
import { removeTemporaryFolders, root } from "../support/project";
import { type Authority, authority, expired } from "../support/tenant/authority";
import { connectTo } from "../support/tenant/connect";
import { type ProxyOptions, startProxy } from "../support/tenant/proxy";
import { policy } from "../support/values/inputs";

/** A name that no resolver knows: who reaches it came through a proxy. */
const host = "tenant.test";
const clientSecret = "canary-client-secret";

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

/** A provider process, impatient unless it is told otherwise. */
const start = (environment: Record<string, string>) =>
  startProcess(dynamicAdapter, {
    AUTH0_CLIENT_ID: "emulator-client",
    AUTH0_CLIENT_SECRET: clientSecret,
    AUTH0_MAX_RETRIES: "0",
    ...environment,
  });

/** What a program prints; it has to end by itself. */
async function output(script: string, environment: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment };
  const options = { env, timeout: 30_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], options);
  return stdout.trim();
}

describe("a proxy", () => {
  async function behind(options: ProxyOptions = {}) {
    const server = await serve({ tls: company.issue(host), domain: host });
    const proxy = await startProxy({ to: portOf(server), ...options });
    const environment = { AUTH0_DOMAIN: host, NODE_EXTRA_CA_CERTS: company.file };
    return { server, proxy, environment };
  }
  const tunnel = `CONNECT ${host}:443 HTTP/1.1`;

  test.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])(
    "of %s opens a tunnel, and learns the tenant's name alone",
    async (variable) => {
      const { server, proxy, environment } = await behind();
      const provider = await start({ ...environment, [variable]: `http://${proxy.host}` });
      await provider.create(kind, policy());
      expect(server.policies.size).toBe(1);
      expect(proxy.asked).toEqual([tunnel]);
      expect(proxy.heard()).toContain(host);
      const [token] = server.requests.flatMap(({ headers }) => headers.authorization ?? []);
      expect(token).toMatch(/^Bearer \S{20,}$/);
      for (const word of [String(token), clientSecret, "oauth", "rate-limit", "uthorization"]) {
        expect(proxy.heard()).not.toContain(word);
      }
    },
  );

  test("has one tunnel for one request after another", async () => {
    const { server, proxy, environment } = await behind();
    const provider = await start({ ...environment, HTTPS_PROXY: proxy.host });
    for (const name of ["a", "b", "c"]) await provider.create(kind, selected(name));
    expect(server.policies.size).toBe(3);
    expect(proxy.asked).toEqual([tunnel]);
  });

  test("gets its login decoded, and nobody else gets it", async () => {
    const { server, proxy, environment } = await behind({ login: "user@crm:p%@ss" });
    const address = `http://user%40crm:p%25%40ss@${proxy.host}`;
    const provider = await start({ ...environment, HTTPS_PROXY: address });
    await provider.create(kind, policy());
    for (const { headers } of server.requests) {
      expect(headers).not.toHaveProperty("proxy-authorization");
    }
  });

  test("may be reached over TLS itself", async () => {
    const tls = company.issue("localhost");
    const { server, proxy, environment } = await behind({ tls });
    const address = `https://localhost:${proxy.host.split(":")[1]}`;
    const provider = await start({ ...environment, HTTPS_PROXY: address });
    await provider.create(kind, policy());
    expect(server.policies.size).toBe(1);
    expect(proxy.asked).toEqual([tunnel]);
  });

  test.each(["NO_PROXY", "no_proxy"])("is not asked for a host of %s", async (variable) => {
    const { proxy, environment } = await behind();
    const HTTPS_PROXY = `http://${proxy.host}`;
    const provider = await start({ ...environment, HTTPS_PROXY, [variable]: "other.test,test" });
    const { message } = await refused(provider.create(kind, policy()));
    expect(message).toMatch(/no response \((ENOTFOUND|EAI_AGAIN)\)/);
    expect(proxy.heard()).toBe("");
  });

  test("is told nothing of a tenant on the same machine", async () => {
    const server = await serve();
    const proxy = await startProxy({ to: portOf(server) });
    const variables = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"];
    const provider = await start({
      ...server.environment,
      ...Object.fromEntries(variables.map((name) => [name, `http://${proxy.host}`])),
    });
    await provider.create(kind, policy());
    expect(server.policies.size).toBe(1);
    expect(proxy.heard()).toBe("");
  });

  test("keeps no process from its end", async () => {
    const { proxy } = await behind();
    const script = `
      const { exchange } = require(${JSON.stringify(join(root, "bin/provider/api/http"))});
      exchange({ method: "GET", url: "https://${host}/", headers: {} }, 5000).then(
        ({ status }) => console.log(status),
        ({ message }) => console.log(message),
      );`;
    const env = { NODE_EXTRA_CA_CERTS: company.file, HTTPS_PROXY: proxy.host };
    expect(await output(script, env)).toBe("404");
  });
});

describe("a certificate", () => {
  async function creation(tls: { key: string; cert: string }, environment = {}) {
    const server = await serve({ tls });
    const AUTH0_DOMAIN = `https://localhost:${portOf(server)}`;
    const provider = await start({ AUTH0_DOMAIN, ...environment });
    return { server, creation: provider.create(kind, policy()) };
  }
  const trusting = () => ({ NODE_EXTRA_CA_CERTS: company.file });

  test("of a private authority is trusted with NODE_EXTRA_CA_CERTS", async () => {
    const { server, creation: made } = await creation(company.issue("localhost"), trusting());
    await made;
    expect(server.policies.size).toBe(1);
  });

  test.each<[string, () => ReturnType<Authority["issue"]>, () => object, string]>([
    [
      "of a private authority is refused without, and the message names it",
      () => company.issue("localhost"),
      () => ({}),
      "no response (UNABLE_TO_VERIFY_LEAF_SIGNATURE); the certificate is not trusted: check the domain; behind a proxy or with a private CA, set NODE_EXTRA_CA_CERTS to the file of its certificate",
    ],
    [
      "that has expired is refused",
      () => company.issue("localhost", expired),
      trusting,
      "no response (CERT_HAS_EXPIRED); the certificate has expired: check this machine's clock and who issued the certificate, since the service renews its own in time",
    ],
    [
      "of another host is refused",
      () => company.issue(host),
      trusting,
      "no response (ERR_TLS_CERT_ALTNAME_INVALID); the certificate is for another host: check auth0:domain or AUTH0_DOMAIN, and what its name resolves to",
    ],
  ])("%s", async (_fact, issue, environment, expected) => {
    const { server, creation: made } = await creation(issue(), environment());
    const { message } = await refused(made);
    expect(message).toBe(`POST https://localhost:${portOf(server)}/oauth/token: ${expected}`);
    expect(server.requests).toEqual([]);
  });
});

test("plain http to another machine is refused before anything is sent", async () => {
  const proxy = await startProxy();
  const address = `http://${proxy.host}`;
  const provider = await start({
    AUTH0_DOMAIN: "http://tenant.test",
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
  });
  const { message } = await refused(provider.create(kind, policy()));
  expect(message).toContain("needs https; http is for loopback hosts only");
  expect(proxy.heard()).toBe("");
});

test.each(["token", "api"])(
  "a redirect of the %s leg is not followed, neither to the same host nor to another",
  async (leg) => {
    const [server, other] = [await serve(), await serve()];
    const provider = await start(server.environment);
    for (const target of [server, other]) {
      for (const status of [301, 302, 303, 307, 308]) {
        for (const path of ["/oauth/token", "/api/v2/rate-limit-policies"]) {
          server.clearRequests();
          const headers = { location: `${target.url}${path}` };
          server.answer = (request) => (request.kind === leg ? { status, headers } : undefined);
          const { message } = await refused(provider.create(kind, policy()));
          expect(message).toContain(`${status}; redirects are not followed (to ${target.domain})`);
          expect(server.requests.filter((request) => request.kind === leg)).toHaveLength(1);
          expect(other.requests).toEqual([]);
        }
      }
    }
    expect(server.policies.size).toBe(0);
  },
);

describe("an answer", () => {
  /** What becomes of a read that is answered so. */
  async function reading(answer: (response: ServerResponse) => void) {
    const { settings, seen } = await connectTo((_request, response) => answer(response));
    const provider = await start({
      AUTH0_DOMAIN: settings.origin,
      AUTH0_API_TOKEN: "canary-ready-token",
      AUTH0_TIMEOUT: "1",
    });
    return { read: refused(provider.read(kind, "rlp_1", policy())), seen };
  }

  test("with a hundred thousand headers is an error", async () => {
    const { read } = await reading((response) => {
      const headers = Array.from({ length: 100_000 }, (_, n) => `x-${n}: ${n}\r\n`).join("");
      response.socket?.end(`HTTP/1.1 200 OK\r\n${headers}\r\n{}`);
    });
    expect((await read).message).toContain("no response (HPE_HEADER_OVERFLOW)");
  });

  test("that never ends is an error by the time limit", async () => {
    const { read } = await reading((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect((await read).message).toContain("no response (none within 1 s)");
  });

  const zeros = Buffer.alloc(200_000_000);
  // The default takes seconds, and unfolds to the same.
  const quality = constants.BROTLI_PARAM_QUALITY;
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", (text: Buffer) => brotliCompressSync(text, { params: { [quality]: 4 } })],
  ])(
    "that %s unfolds to hundreds of megabytes is refused, and fills no memory",
    async (encoding, pack) => {
      const bomb = pack(zeros);
      expect(bomb.length).toBeLessThan(1_000_000);
      const { settings } = await connectTo((_request, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end(bomb),
      );
      const script = `
      const { exchange } = require(${JSON.stringify(join(root, "bin/provider/api/http"))});
      const before = process.resourceUsage().maxRSS;
      exchange({ method: "GET", url: "${settings.origin}/", headers: {} }, 20_000).then(
        ({ body }) => console.log(typeof body),
        ({ message }) => console.log(message, process.resourceUsage().maxRSS - before < 100_000),
      );`;
      expect(await output(script)).toBe("no response (more than 10 MB came) true");
    },
  );
});

describe("a connection that the server closed", () => {
  test("when a create came on it costs two looks, and the create is done once", async () => {
    const server = await serve();
    const provider = await start({ ...server.environment, AUTH0_MAX_RETRIES: "3" });
    await provider.create(kind, selected("a"));
    server.clearRequests();
    server.addFault({ route: "POST /rate-limit-policies", kind: "drop" });
    const { id } = await provider.create(kind, selected("b"));
    expect(server.apiRequests()).toEqual([
      "POST /rate-limit-policies",
      "GET /rate-limit-policies",
      "POST /rate-limit-policies",
      "GET /rate-limit-policies",
    ]);
    expect([...server.policies.keys()][1]).toBe(id);
    expect(server.policies.size).toBe(2);
  });

  test("as soon as it was idle neither fails nor doubles what comes next", async () => {
    const made: object[] = [];
    const busy = new Set<Socket>();
    const { settings } = await connectTo((request, response, body) => {
      const { socket } = request;
      busy.add(socket);
      response.on("finish", () => busy.delete(socket));
      response.on("finish", () => setTimeout(() => busy.has(socket) || socket.destroy(), 5));
      const answer = { rate_limit_policies: made, id: `rlp_${made.length}` };
      if (request.method === "POST") {
        const created_at = new Date().toISOString();
        made.push({ ...JSON.parse(body), id: answer.id, created_at });
      }
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
    const environment = { AUTH0_DOMAIN: settings.origin, AUTH0_API_TOKEN: "ready" };
    const provider = await start({ ...environment, AUTH0_MAX_RETRIES: "3" });
    const ids = [];
    for (let n = 0; n < 15; n++) {
      ids.push((await provider.create(kind, selected(`${n}`))).id);
      await sleep(n % 8);
    }
    expect(new Set(ids).size).toBe(15);
    expect(made).toHaveLength(15);
  });
});
