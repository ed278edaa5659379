import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import type { StoredStream } from "../../emulator/src";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { EventStream, type EventStreamArgs } from "../../sdk";
import { driftReportOf } from "../support/drift/command";
import { readAll, type TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput, removeTemporaryFolders, temporaryFolder } from "../support/project";
import { leaksIn } from "../support/values/leaks";
import { eventbridge } from "../support/values/samples";

// Streams that an import file adopts for the dynamic provider, by a placeholder in place of the secret.

const engine = withTenant();
const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const tokenPath = "destination.configuration.webhookAuthorization.token";
const stillThere = `${tokenPath} is still the placeholder of an import`;
const secrets = { inTenant: "canary-token-of-tenant", configured: "canary-token-configured" };
const times = { createdAt: "2026-01-02T03:04:05.678Z", updatedAt: "2026-01-02T03:04:05.678Z" };

/** By name: what the import file has as the secret in its inputs, and in its outputs. */
const streams: Record<string, [inputs: string, outputs: string | undefined]> = {
  crm: [secretPlaceholder, undefined],
  hr: [secretPlaceholder, undefined],
  shop: [secretPlaceholder, undefined],
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

const webhook = (token: pulumi.Input<string>, webhookEndpoint = "https://example.com/hook") => ({
  type: "webhook" as const,
  configuration: {
    webhookEndpoint,
    webhookAuthorization: { method: "bearer" as const, token },
  },
});
const literal = webhook(secretPlaceholder);

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
const destinationWith = (token: string) => ({
  type: "webhook",
  configuration: {
    webhook_endpoint: "https://example.com/hook",
    webhook_authorization: { method: "bearer", token },
  },
});
const clean = { code: 0, steps: [] };
const stateText = async () => JSON.stringify(await stack.state());

beforeAll(async () => {
  stack = await engine.newStack();
  await stack.pulumi("config", "set", "--secret", "token", secrets.configured);
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

test("an import prints no warning", () => {
  expect(imported.text).not.toMatch(/warning|bug/);
  expect(imported.text).toContain(`${names.length} imported`);
});

test("after an import a drift check is clean, whether it runs the program or not", async () => {
  stack.program = program();
  expect(await stack.drift()).toMatchObject(clean);
  expect(await stack.drift({ runProgram: true })).toMatchObject(clean);
  const { report } = await driftReportOf({ folder: stack.home, env: stack.env }, "test");
  expect(report.summary).toMatchObject({ checked: names.length, clean: 1, drift: 0 });
  expect(writes()).toEqual({});
});

test("a drift check of a placeholder in the outputs names what drifted, and not the secret", async () => {
  for (const stream of engine.tenant.streams.values()) stream.name += "-renamed";
  const { steps } = await stack.drift();
  expect(steps).toContain("update erp ~name");
});

test("a program with the secrets sends one PATCH a stream, and nothing where the file has the secret", async () => {
  const expected = adopted.map((name) => `update ${name} ~${tokenPath}`).sort();
  const planned = await stack.preview(program());
  expect({ code: planned.code, steps: planned.steps.sort() }).toEqual({ code: 0, steps: expected });
  expect(engine.tenant.apiRequests()).toEqual([]);

  expect(await stack.up(program())).toMatchObject({ code: 0 });
  const destination = destinationWith(secrets.configured);
  expect(writes()).toEqual(
    Object.fromEntries(adopted.map((name) => [patchOf(name), { destination }])),
  );
  expect(engine.tenant.apiRequests()).toHaveLength(adopted.length);
  expect(await stateText()).not.toContain("set it here");
  expect(await stack.drift()).toMatchObject(clean);
  expect(await stack.preview(program(), { expectNoChanges: true })).toMatchObject(clean);
});

test("after a refresh the drift check is clean, and a program with the secrets sends the same", async () => {
  expect(await stack.refresh()).toMatchObject(clean);
  expect(await stack.drift()).toMatchObject(clean);
  engine.tenant.clearRequests();
  const { code, steps } = await stack.up(program());
  expect(code).toBe(0);
  // Of the outputs the refresh makes inputs: a secret that they lack is added.
  const added = adopted.map((name) => `update ${name} ${name === "erp" ? "~" : "+"}${tokenPath}`);
  expect(steps.sort()).toEqual(added.sort());
  const destination = destinationWith(secrets.configured);
  expect(writes()).toEqual(
    Object.fromEntries(adopted.map((name) => [patchOf(name), { destination }])),
  );
  expect(await stateText()).not.toContain("set it here");
});

describe("a placeholder that the state has", () => {
  test("is left to the service while its destination does not change", async () => {
    const { code, steps } = await stack.up(
      program({
        crm: [{ name: "crm-renamed" }, { ignoreChanges: ["destination"] }],
        hr: [{ name: "hr-renamed" }, { ignoreChanges: [tokenPath] }],
        shop: [{ name: "shop-renamed", destination: literal }],
        erp: [{ destination: eventbridge() }, { ignoreChanges: ["destination"] }],
      }),
    );
    expect(code).toBe(0);
    expect(steps.sort()).toEqual(["update crm ~name", "update hr ~name", "update shop ~name"]);
    const renamed = ["crm", "hr", "shop"].map((each) => [
      patchOf(each),
      { name: `${each}-renamed` },
    ]);
    expect(writes()).toEqual(Object.fromEntries(renamed));
    expect(await stack.drift()).toMatchObject(clean);
  });

  test("is left to the service after a refresh too, if the import file has it in the outputs", async () => {
    const ofErp = { target: [urnOf("erp")], refresh: true };
    const changes: Changes = { erp: [{ name: "renamed" }, { ignoreChanges: ["destination"] }] };
    const { code, steps } = await stack.up(program(changes), ofErp);
    expect({ code, steps }).toEqual({ code: 0, steps: ["update erp ~name"] });
    expect(writes()).toEqual({ [patchOf("erp")]: { name: "renamed" } });
  });

  test("is not in a new object that replaces the old one", async () => {
    const { code } = await stack.up(
      program({
        crm: [{ destination: eventbridge() }],
        hr: [{ name: "renamed" }, { ignoreChanges: ["destination"], replaceOnChanges: ["name"] }],
      }),
      { target: ["crm", "hr"].map(urnOf) },
    );
    expect(code).toBe(0);
    expect(Object.keys(writes()).sort()).toEqual([
      `DELETE /event-streams/${idOf("crm")}`,
      `DELETE /event-streams/${idOf("hr")}`,
      "POST /event-streams",
    ]);
    const created = [...engine.tenant.streams.values()].find(({ name }) => name === "renamed");
    expect(created?.destination).toEqual(destinationWith(secrets.configured));
  });

  test.each<[string, Changes[string], object, string]>([
    [
      "a change of the endpoint beside an ignored secret",
      [
        { destination: webhook(secrets.configured, "https://example.com/2") },
        { ignoreChanges: [tokenPath] },
      ],
      {},
      `EventStream ${idOf("crm")}: ${stillThere}`,
    ],
    [
      "a replacement by replaceOnChanges",
      [{ name: "renamed", destination: literal }, { replaceOnChanges: ["name"] }],
      {},
      stillThere,
    ],
    [
      "a replacement by --replace",
      [{ destination: literal }],
      { replace: [urnOf("crm")] },
      stillThere,
    ],
    [
      "a refresh that removes it from the inputs, under ignoreChanges",
      [{ name: "renamed" }, { ignoreChanges: ["destination"] }],
      { refresh: true },
      "the state does not contain it",
    ],
  ])("is refused in the preview of %s", async (_, change, options, expected) => {
    const { code, text } = await stack.preview(program({ crm: change }), options);
    expect(code).not.toBe(0);
    expect(text).toContain(expected);
    expect(writes()).toEqual({});
  });

  test("is refused in the preview that creates a deleted object again", async () => {
    engine.tenant.streams.delete(idOf("crm"));
    const options = { refresh: true };
    const { code, text } = await stack.preview(
      program({ crm: [{ destination: literal }] }),
      options,
    );
    expect(code).not.toBe(0);
    expect(text).toContain(stillThere);
    expect(writes()).toEqual({});
  });
});
