import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { patienceMs } from "../support/jest/patience.cjs";
import { exitAndOutput, removeTemporaryFolders, root, run } from "../support/project";
import { authority } from "../support/tenant/authority";

/**
 * A stream's life without a stub, over TLS with a private CA: a tenant, a receiver, the Pulumi engine and
 * the commands. Each test continues where the one before it stopped.
 */

interface Received {
  path: string | undefined;
  authorization: string | undefined;
  event: { id: string; type: string; specversion: string; data: unknown };
  status: number;
}

let tenant: Tenant;
let project: Project;
let receiver: Server;
let received: Received[];
/** While it is set, the receiver answers with it. */
let failure: number | undefined;

const basic = `Basic ${Buffer.from("tenant:secret-basic").toString("base64")}`;
/** What the receiver accepts, by path. */
const accepted: Record<string, string> = {
  "/basic": basic,
  "/crm": "Bearer secret-1",
  "/header": "secret-header",
};

const program = (token: string) => {
  const { port } = receiver.address() as AddressInfo;
  return `
    const { EventStream } = require("pulumi-auth0-native");
    const stream = (name, eventType, webhookAuthorization) => new EventStream(name, {
      name, subscriptions: [{ eventType }], status: "enabled",
      destination: { type: "webhook", configuration: {
        webhookEndpoint: "https://localhost:${port}/" + name, webhookAuthorization } },
    });
    stream("basic", "user.deleted", { method: "basic", username: "tenant", password: "secret-basic" });
    stream("crm", "user.created", { method: "bearer", token: "${token}" });
    stream("header", "user.deleted", { method: "custom_header", headerKey: "X-Key", headerValue: "secret-header" });`;
};

beforeAll(async () => {
  const { file, issue } = authority();
  const certificate = issue("localhost");
  received = [];
  receiver = createServer(certificate, async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { url: path = "", headers } = request;
    const authorization = headers.authorization ?? String(headers["x-key"]);
    const status = authorization === accepted[path] ? (failure ?? 204) : 401;
    received.push({ path, authorization, event: JSON.parse(body), status });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  tenant = await startTenant({
    host: "localhost",
    tls: certificate,
    delivery: {
      retryDelaysMs: [5, 10, 20],
      timeoutMs: patienceMs,
      disableAfterConsecutive: 3,
      ca: readFileSync(file, "utf8"),
    },
  });
  const environment = { ...tenant.environment, NODE_EXTRA_CA_CERTS: file };
  project = await jsProject(environment, program("secret-1"), { inline: true });
});

afterAll(async () => {
  project?.remove();
  await tenant?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  removeTemporaryFolders();
});

const up = (...args: string[]) => project.pulumi("up", "--yes", "--skip-preview", ...args);
const command = (...args: string[]) =>
  run(process.execPath, [join(root, "cli.js"), ...args], project.folder, project.env);
const deliveries = (name: string, ...args: string[]) =>
  command("deliveries", name, "--stack", "test", ...args);

/** What the receiver gets while the work is done, and until all of it is delivered or has failed. */
async function receivedDuring(work: () => unknown): Promise<Received[]> {
  received = [];
  await work();
  await tenant.deliveriesDone();
  return received;
}

const stream = (name: string) => {
  const one = [...tenant.streams.values()].find((candidate) => candidate.name === name);
  if (one === undefined) throw new Error(`no stream ${name}`);
  return one;
};

test("events reach the receiver with each kind of authorization", async () => {
  expect(await up()).toMatchObject({ code: 0 });
  const sent = await receivedDuring(() => {
    tenant.raise("user.created");
    tenant.raise("user.deleted");
  });
  const seen = sent.map(({ path, authorization, status }) => [path, authorization, status]).sort();
  expect(seen).toEqual([
    ["/basic", basic, 204],
    ["/crm", "Bearer secret-1", 204],
    ["/header", "secret-header", 204],
  ]);
  const ids = sent.map(({ event }) => event.id);
  expect(new Set(ids).size).toBe(3);
  expect(sent.map(({ event }) => event.specversion)).toEqual(["1.0", "1.0", "1.0"]);
});

test("a receiver that fails gets four attempts, and after three events the stream is disabled", async () => {
  failure = 503;
  const sent = await receivedDuring(async () => {
    for (let count = 0; count < 3; count++) {
      tenant.raise("user.created");
      await tenant.deliveriesDone();
    }
  });
  expect(sent.map(({ status }) => status)).toEqual(Array(12).fill(503));
  expect(new Set(sent.map(({ event }) => event.id)).size).toBe(3);
  expect(stream("crm").status).toBe("disabled");
  expect(await receivedDuring(() => tenant.raise("user.created"))).toEqual([]);
});

test("an update cannot enable the stream before its failures are redelivered, and says so", async () => {
  const { code, text } = await up("--refresh");
  expect(code).not.toBe(0);
  expect(text).toContain("pulumi-auth0-native deliveries redeliver");
  expect(stream("crm").status).toBe("disabled");
});

test("redelivered to the repaired receiver, each event arrives once", async () => {
  failure = undefined;
  const sent = await receivedDuring(async () => {
    const redelivered = await deliveries("redeliver", "crm", "--yes");
    expect(exitAndOutput(redelivered)).toMatch(/^exit code 0/);
  });
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(new Set(sent.map(({ event }) => event.id)).size).toBe(3);
});

test("then up enables the stream, and a secret that it rotates is used from the next attempt on", async () => {
  accepted["/crm"] = "Bearer secret-2";
  project.write(program("secret-2"));
  expect(await up("--refresh")).toMatchObject({ code: 0 });
  expect(stream("crm").status).toBe("enabled");
  const sent = await receivedDuring(async () => {
    tenant.raise("user.created");
    await deliveries("test", "crm", "user.created", "--timeout", "0");
  });
  const seen = sent.map(({ authorization, status }) => [authorization, status]);
  expect(seen).toEqual(Array(2).fill(["Bearer secret-2", 204]));
});
