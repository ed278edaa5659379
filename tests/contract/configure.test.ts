import { describe, expect, test } from "@jest/globals";
import { type Kind, kinds } from "../support/engine/adapter";
import { forEachAdapter } from "../support/engine/adapters";
import { refused, startBoth, startProcess, startServer } from "../support/engine/providerProcess";
import type { CallError } from "../support/engine/resourceProvider";
import { secret } from "../support/engine/secretValues";
import { jsonCopy, policy, push, stream } from "../support/values/inputs";

const programs = {
  EventStream: stream(),
  RateLimitPolicy: policy(),
  GuardianFcmv1Provider: push(),
};
const selectors = (count: number) =>
  Array.from({ length: count }, (_, n) => policy({ consumerSelector: `client_id:${n}` }));

forEachAdapter((adapter) => {
  test("the first creates of a process, sent at once, all find the provider configured", async () => {
    const { server, provider } = await startBoth(adapter);
    const results = await Promise.all(
      selectors(20).map((inputs) => provider.create("RateLimitPolicy", inputs)),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(20);
    expect(server.policies.size).toBe(20);
  });

  test("all operations of all kinds in a process share one token", async () => {
    const { server, provider } = await startBoth(adapter);
    const all: [Kind, object][] = [
      ...selectors(5).map((inputs): [Kind, object] => ["RateLimitPolicy", inputs]),
      ...Array.from({ length: 5 }, (_, n): [Kind, object] => [
        "EventStream",
        stream({ name: `stream ${n}` }),
      ]),
      ["GuardianFcmv1Provider", push()],
    ];
    const created = await Promise.all(
      all.map(async ([kind, inputs]) => ({
        kind,
        ...(await provider.create(kind, jsonCopy(inputs))),
      })),
    );
    await Promise.all(
      created.slice(0, 10).map(({ kind, id, properties }) => provider.read(kind, id, properties)),
    );
    // Eleven creates, and a page for the reads of each kind.
    expect(server.apiRequests()).toHaveLength(13);
    expect(server.tokenRequests()).toBe(1);
  });

  describe("wrong settings", () => {
    type Settings = [Record<string, string>, object];

    /** The errors of a process with these settings, of each call twice. */
    async function errorsOf(...[environment, configuration]: Settings): Promise<CallError[]> {
      const starting = startProcess(adapter, environment, jsonCopy(configuration));
      if (adapter.differences.wrongSettingsFail === "configure") return [await refused(starting)];
      const provider = await starting;
      const errors: CallError[] = [];
      for (const kind of [...kinds, ...kinds]) {
        const props = programs[kind];
        errors.push(
          await refused(provider.check(kind, {}, props)),
          await refused(provider.diff(kind, "id", props, props)),
          await refused(provider.create(kind, props)),
          await refused(provider.read(kind, "id", props)),
          await refused(provider.update(kind, "id", props, props)),
          await refused(provider.delete(kind, "id", props)),
        );
      }
      expect(await provider.stop()).not.toContain("canary");
      return errors;
    }

    test.each<[string, ...Settings, string]>([
      ["no tenant", {}, {}, "No tenant is configured: set AUTH0_DOMAIN"],
      ["no credentials", { AUTH0_DOMAIN: "a.auth0.com" }, {}, "No credentials for a.auth0.com"],
      [
        "a bad domain",
        {},
        { domain: "http://a.auth0.com", apiToken: secret("canary-token") },
        'The domain "http://a.auth0.com"',
      ],
    ])("(%s) are reported", async (_case, environment, configuration, message) => {
      const errors = await errorsOf(environment, configuration);
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) {
        expect(error.message).toContain(message);
        expect(error.message).not.toContain("canary");
      }
    });
  });

  describe("settings", () => {
    test("come from the environment where configuration has none", async () => {
      const server = await startServer();
      const provider = await startProcess(adapter, server.environment);
      await provider.create("EventStream", stream());
      expect(server.streams.size).toBe(1);
    });

    test("of an explicit provider are its own, whatever the bare environment says", async () => {
      const [eu, us] = [await startServer(), await startServer()];
      const prefixed = Object.fromEntries(
        Object.entries(eu.environment).map(([name, value]) => [`EU_${name}`, value]),
      );
      const provider = await startProcess(
        adapter,
        { ...us.environment, ...prefixed },
        { environmentPrefix: "EU_" },
      );
      const { properties } = await provider.create("EventStream", stream());
      expect(properties.tenant).toBe(eu.domain);
      expect(us.requests).toEqual([]);
    });

    test("of an explicit provider with an empty prefix are not in the environment", async () => {
      const server = await startServer();
      const none = startProcess(adapter, server.environment, { environmentPrefix: "" });
      const called = none.then((provider) => provider.create("EventStream", stream()));
      expect((await refused(called)).message).toContain("No tenant is configured");
    });

    test("that differ between configuration and environment are reported once", async () => {
      const provider = await startProcess(
        adapter,
        { AUTH0_DOMAIN: "env.auth0.com" },
        { domain: "config.auth0.com", apiToken: secret("token-of-config") },
      );
      for (const kind of kinds) await provider.check(kind, {}, programs[kind]);
      const output = await provider.stop();
      const warnings = output.split("configuration wins, config.auth0.com is used").length - 1;
      expect(warnings).toBe(1);
      expect(output).toContain(`${adapter.differences.namespace}:domain is config.auth0.com`);
    });
  });
});
