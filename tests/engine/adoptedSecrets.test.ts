import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import type { StoredStream } from "../../emulator/src";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { EventStream, type EventStreamArgs } from "../../sdk";
import { secretSettings } from "../support/engine/newStack";
import { readAll, type TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput, removeTemporaryFolders, temporaryFolder } from "../support/project";
import { leaksIn } from "../support/values/leaks";

// Streams that an import file adopts for the dynamic provider, by a placeholder in place of the secret.

const engine = withTenant();
const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const tokenPath = "destination.configuration.webhookAuthorization.token";
const secrets = { inTenant: "canary-token-of-tenant", configured: "canary-token-configured" };
const times = { createdAt: "2026-01-02T03:04:05.678Z", updatedAt: "2026-01-02T03:04:05.678Z" };

/** By name: what the import file has as the secret in its inputs, and in its outputs. */
const streams: Record<string, [inputs: string, outputs: string | undefined]> = {
  crm: [secretPlaceholder, undefined],
  erp: [secretPlaceholder, secretPlaceholder],
  known: [secrets.inTenant, secrets.inTenant],
};
const names = Object.keys(streams);
const adopted = names.filter((name) => name !== "known");
const idOf = (name: string) => `est_${name.padEnd(22, "0")}`;
const urnOf = (name: string) => `urn:pulumi:test::test::${type}::${name}`;

let stack: TestStack;
let imported: Awaited<ReturnType<TestStack["pulumi"]>>;
let stateAfterImport: string;
const stateFile = () => join(stack.home, "state", ".pulumi", "stacks", "test", "test.json");

const webhook = (token: pulumi.Input<string>) => ({
  type: "webhook" as const,
  configuration: {
    webhookEndpoint: "https://example.com/hook",
    webhookAuthorization: { method: "bearer" as const, token },
  },
});

type Changes = Record<
  string,
  [args: Partial<EventStreamArgs>, opts?: pulumi.CustomResourceOptions]
>;

/** A program with all streams and the secrets of the configuration, but for what changes. */
const program =
  (changes: Changes = {}) =>
  async () => {
    const configured = new pulumi.Config().requireSecret("token");
    for (const name of names) {
      const destination = webhook(name === "known" ? pulumi.secret(secrets.inTenant) : configured);
      const [args, opts] = changes[name] ?? [{}];
      new EventStream(name, { name, destination, ...args }, opts);
    }
  };

/** Pulumi's mark of a secret: sdk/go/common/resource/sig of pulumi/pulumi. */
const marked = (text: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(text),
});

function importEntry([name, [inputs, outputs]]: [string, [string, string | undefined]]) {
  const bag = (token: string | undefined) => ({
    name,
    status: "enabled",
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: "https://example.com/hook",
        webhookAuthorization: { method: "bearer", ...(token && { token: marked(token) }) },
      },
    },
    __provider: 'exports.handler = () => require("pulumi-auth0-native/provider").eventStream;',
  });
  const tenant = engine.tenant.domain;
  const state = { inputs: bag(inputs), outputs: { ...bag(outputs), ...times, tenant } };
  return { type, name, id: idOf(name), ...state };
}

function fillTenant(): void {
  engine.tenant.streams.clear();
  for (const name of names) {
    const webhook_authorization = { method: "bearer", token: secrets.inTenant };
    const configuration = { webhook_endpoint: "https://example.com/hook", webhook_authorization };
    const stored = { id: idOf(name), name, status: "enabled", subscriptions: [] };
    const written = { created_at: times.createdAt, updated_at: times.updatedAt };
    const destination = { type: "webhook", configuration };
    engine.tenant.streams.set(stored.id, { ...stored, destination, ...written } as StoredStream);
  }
}

/** What was written to the tenant since the requests were last cleared, by path. */
function writes() {
  const requests = engine.tenant.requests.filter(
    ({ kind, method }) => kind === "api" && method !== "GET",
  );
  expect(JSON.stringify(requests)).not.toContain(secretPlaceholder);
  return Object.fromEntries(
    requests.map(({ method, path, body }) => [`${method} ${path.replace("/api/v2", "")}`, body]),
  );
}
const patchOf = (name: string) => `PATCH /event-streams/${idOf(name)}`;
const clean = { code: 0, steps: [] };

beforeAll(async () => {
  const configuration = secretSettings({ token: secrets.configured });
  stack = await engine.newStack(engine.tenant.environment, configuration);
  fillTenant();
  const file = join(temporaryFolder(), "import.json");
  writeFileSync(file, JSON.stringify({ resources: Object.entries(streams).map(importEntry) }));
  const args = ["--file", file, "--generate-code=false", "--protect=false", "--yes"];
  engine.tenant.clearRequests();
  imported = await stack.pulumi("import", ...args);
  expect(exitAndOutput(imported)).toMatch(/^exit code 0\n/);
  expect(engine.tenant.requests).toEqual([]);
  stateAfterImport = readFileSync(stateFile(), "utf8");
});
beforeEach(() => {
  fillTenant();
  writeFileSync(stateFile(), stateAfterImport);
  engine.tenant.clearRequests();
});
afterEach(() => {
  const files = readAll(join(stack.home, "state"));
  expect([...leaksIn(files), ...(files.match(/set it here/g) ?? [])]).toEqual([]);
});
afterAll(removeTemporaryFolders);

test("a refresh after the import is clean, and finds what drifts around a placeholder", async () => {
  expect(imported.text).not.toMatch(/warning|bug/);
  expect(await stack.refresh()).toMatchObject(clean);
  for (const stream of engine.tenant.streams.values()) stream.name += "-renamed";
  const { steps } = await stack.drift();
  expect(steps).toContain("update erp ~name");
  expect(steps.join()).not.toContain("token");
  expect(writes()).toEqual({});
});

describe("a placeholder that the state has", () => {
  test("is left to the service while its destination does not change", async () => {
    const { code, steps } = await stack.up(
      program({
        crm: [{ name: "crm-renamed" }, { ignoreChanges: ["destination"] }],
        erp: [{ name: "erp-renamed" }, { ignoreChanges: [tokenPath] }],
      }),
    );
    expect(code).toBe(0);
    expect(steps.sort()).toEqual(["update crm ~name", "update erp ~name"]);
    const renamed = adopted.map((each) => [patchOf(each), { name: `${each}-renamed` }]);
    expect(writes()).toEqual(Object.fromEntries(renamed));
    expect(await stack.drift()).toMatchObject(clean);
  });

  test("is refused in the preview of a replacement", async () => {
    const change: Changes = { crm: [{ destination: webhook(secretPlaceholder) }] };
    const { code, text } = await stack.preview(program(change), { replace: [urnOf("crm")] });
    expect(code).not.toBe(0);
    expect(text).toContain(`${tokenPath} is still the placeholder of an import`);
    expect(writes()).toEqual({});
  });
});
