import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import type { Tenant } from "../../emulator/src";
import { pluginSchema } from "../../provider/adapters/plugin/pluginSchema";
import type { Props } from "../../provider/shared/json";
import { startEngineServer } from "../support/engine/engineServer";
import {
  configurePlugin,
  explicitProviderUrn,
  type Plugin,
  pluginMain,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import {
  afterTest,
  configurationOf,
  refused,
  share,
  startServer,
} from "../support/engine/providerProcess";
import { startResourceProvider } from "../support/engine/resourceProvider";
import { secret, secretPaths } from "../support/engine/secretValues";
import { hold } from "../support/tenant/hold";
import { push } from "../support/values/guardianFcmv1Provider";
import { unknown } from "../support/values/inputs";
import { leaksIn } from "../support/values/leaks";
import { policy } from "../support/values/rateLimitPolicy";

const policies = Array.from({ length: 6 }, (_, n) => ({
  subject: pluginSubject("RateLimitPolicy", `${n}`),
  inputs: policy({ consumerSelector: `client_id:${n}` }),
}));

interface Started {
  server: Tenant;
  plugin: Plugin;
}

async function startBoth(settings: Props = {}): Promise<Started> {
  const server = await startServer();
  const plugin = await startConfiguredPlugin({}, { ...configurationOf(server), ...settings });
  afterTest(() => plugin.stop());
  return { server, plugin };
}

const create = "POST /rate-limit-policies";

/** Running creates, of which the tenant has received and delayed a request. */
async function createsUnderWay({ server, plugin }: Started, { after = true } = {}) {
  const { arrived, release } = hold(server, create, { after });
  const creates = policies.map(({ subject, inputs }) => plugin.create(subject, inputs));
  await arrived(1);
  return { creates, release };
}

describe("while it creates objects, the process", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "answers all of them before it ends by %s",
    async (signal) => {
      const both = await startBoth();
      const { creates, release } = await createsUnderWay(both);
      both.plugin.child.kill(signal);
      // The process accepts no further calls.
      while (await both.plugin.getSchema().catch(() => false));
      release();
      const made = await Promise.all(creates);
      expect(made.map(({ id }) => id).sort()).toEqual([...both.server.policies.keys()].sort());
      expect(made).toHaveLength(policies.length);
      await both.plugin.closed;
      expect(both.plugin.child.exitCode).toBe(0);
    },
  );

  test("continues after Cancel", async () => {
    const both = await startBoth();
    const { creates, release } = await createsUnderWay(both);
    await both.plugin.cancel();
    release();
    const made = await Promise.all(creates);
    expect(made.map(({ id }) => id).sort()).toEqual([...both.server.policies.keys()].sort());
    const { subject } = policies[0] as (typeof policies)[number];
    await both.plugin.delete(subject, made[0]?.id ?? "", policy());
    expect(both.server.policies.size).toBe(policies.length - 1);
  });

  test("does not repeat a request that fails after Cancel", async () => {
    const both = await startBoth({ maxRetries: 1 });
    both.server.addFault({ kind: "status", status: 503, times: 0, route: create });
    const { creates, release } = await createsUnderWay(both, { after: false });
    const ended = Promise.allSettled(creates);
    await both.plugin.cancel();
    release();
    for (const { status } of await ended) expect(status).toBe("rejected");
    expect(both.server.apiRequests().filter((request) => request === create)).toHaveLength(
      policies.length,
    );
  });
});

test("a process that is configured after Cancel repeats requests that fail", async () => {
  const { plugin, server } = await startBoth();
  const { subject, inputs } = policies[0] as (typeof policies)[number];
  const { id, properties } = await plugin.create(subject, inputs);
  await plugin.cancel();
  await configurePlugin(plugin, configurationOf(server));
  server.addFault({ kind: "status", status: 503, route: "GET /rate-limit-policies/{id}" });
  expect((await plugin.read(subject, id, properties, inputs)).id).toBe(id);
});

test("an operation ends after the engine has its warnings, because it ignores later ones", async () => {
  const { plugin } = await startBoth();
  const engine = await startEngineServer(async () => {
    // A response to the operation would take this long.
    for (let turn = 0; turn < 3; turn++) await plugin.getSchema();
  });
  afterTest(async () => engine.close());
  await plugin.handshake(engine.address);
  const configuration = { action: "block", limit: 0 };
  const lockout = policy({ consumerSelector: "default", configuration });
  await plugin.check(pluginSubject("RateLimitPolicy"), {}, lockout);
  expect(engine.lines).toEqual([expect.objectContaining({ severity: "WARNING" })]);
});

test("the process ends with the engine, when standard input closes", async () => {
  const command = `cat | "${process.execPath}" "${pluginMain}" 127.0.0.1:1`;
  const shell = spawn("sh", ["-c", command], { stdio: ["pipe", "pipe", "inherit"] });
  await once(shell.stdout, "data");
  const closed = once(shell, "close");
  shell.stdin.end();
  // The shell ends when the last process of the pipe has ended.
  await closed;
  expect(shell.exitCode).toBe(1);
});

test("the engine's address is the argument after the flags, or comes with the handshake", async () => {
  const server = await startServer();
  for (const [args, address] of [
    [(own: string) => ["--logtostderr", "-v=9", "--tracing=http://127.0.0.1:9/x", own], ""],
    [() => [], "in the handshake"],
  ] as const) {
    const engine = await startEngineServer();
    const command = [pluginMain, ...args(engine.address)];
    const plugin = await startResourceProvider(command, { env: {} });
    if (address) {
      const answer = await plugin.handshake(engine.address);
      expect(answer).toMatchObject({ acceptSecrets: true });
    }
    await configurePlugin(plugin, configurationOf(server));
    const subject = pluginSubject("GuardianFcmv1Provider");
    const { id, properties } = await plugin.create(subject, push());
    await plugin.read(subject, id, properties);
    await plugin.stop();
    engine.close();
    expect(engine.lines).toContainEqual({
      severity: "INFO",
      message: expect.stringContaining("[not-verifiable]"),
      urn: subject.urn,
    });
    expect(plugin.written.stderr).toBe("");
    expect(plugin.written.stdout).toMatch(/^\d+\n$/);
  }
});

describe("the provider", () => {
  const both = share(async (server) => startConfiguredPlugin({}, configurationOf(server)));

  test("accepts secrets and previews", async () => {
    const answer = await both.provider.configure(explicitProviderUrn, configurationOf(both.server));
    expect(answer).toMatchObject({ acceptsecrets: true, supportspreview: true });
  });

  test("serves the schema from which SDKs are generated", async () => {
    expect(await both.provider.getSchema()).toEqual(pluginSchema());
  });

  test("rejects an unknown type by name", async () => {
    const subject = {
      urn: "urn:pulumi:test::test::auth0-native:index:Client::one",
      type: "auth0-native:index:Client",
      name: "one",
    };
    const { message } = await refused(both.provider.check(subject, {}, {}));
    expect(message).toContain(
      "The plugin doesn't serve auth0-native:index:Client, only auth0-native:index:",
    );
  });

  test("finds the type of a resource that is the child of another", async () => {
    const urn = "urn:pulumi:test::test::my:index:Component$auth0-native:index:EventStream::one";
    const { failures } = await both.provider.check(
      { urn, type: "auth0-native:index:EventStream", name: "one" },
      {},
      {},
    );
    expect(failures.map(({ reason }) => reason)).toContain("destination is required");
  });
});

describe("the provider's inputs", () => {
  const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));
  const check = (news: object) =>
    both.provider.checkConfig(explicitProviderUrn, {}, JSON.parse(JSON.stringify(news)));

  test("are returned unchanged, with all secrets marked, even if the program did not", async () => {
    const news = {
      domain: "a.auth0.com",
      clientId: "id",
      clientSecret: secret("canary-secret"),
      audience: secret("canary-audience"),
      maxRetries: 3,
      environmentPrefix: "EU_",
      configurationNamespace: "auth0",
      version: "0.1.0",
    };
    expect(await check(news)).toEqual({ inputs: news, failures: [] });

    const names = ["apiToken", "clientAssertionPrivateKey", "clientSecret"];
    const plain = Object.fromEntries(names.map((name) => [name, "canary-value"]));
    const { inputs } = await check({ domain: "a.auth0.com", ...plain });
    expect(secretPaths(inputs).sort()).toEqual(names);
  });

  test.each<[object, string]>([
    [{ maxRetries: "many" }, "maxRetries must be"],
    [{ clientSecert: "canary-secret" }, "Did you mean clientSecret?"],
    [{ clientSecret: { canary: "canary-secret" } }, "clientSecret must be a string"],
  ])("%j are rejected before anything is configured", async (news, expected) => {
    const { failures } = await check(news);
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining(expected)]);
    expect(leaksIn(JSON.stringify(failures))).toEqual([]);
  });

  test("may be unknown in a preview", async () => {
    const news = { domain: unknown, clientSecret: secret(unknown), maxRetries: unknown };
    expect((await check(news)).failures).toEqual([]);
  });

  test("never replace the provider", async () => {
    const olds = { domain: "a.auth0.com", clientSecret: secret("a"), maxRetries: 1 };
    const { provider } = both;
    expect(await provider.diffConfig(explicitProviderUrn, olds, olds)).toMatchObject({
      changes: "none",
      replaces: [],
    });
    for (const news of [
      { ...olds, domain: "b.auth0.com" },
      { ...olds, clientSecret: secret("b") },
      { domain: unknown },
      { environmentPrefix: "EU_" },
    ]) {
      const { changes, replaces, detailed } = await provider.diffConfig(
        explicitProviderUrn,
        olds,
        news,
      );
      expect([changes, replaces]).toEqual(["some", []]);
      expect(Object.values(detailed ?? {}).filter(({ replace }) => replace)).toEqual([]);
    }
  });
});
