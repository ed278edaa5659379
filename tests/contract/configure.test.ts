import { describe, expect, test } from "@jest/globals";
import { startTenant } from "../../emulator/src";
import { kinds, providers, secret } from "../support/engine/dynamicProvider";
import {
  bag,
  refused,
  shareBoth,
  startBoth,
  startProcess,
} from "../support/engine/providerProcess";
import { jsonCopy, policy, push, stream } from "../support/values/inputs";

const programs = {
  EventStream: stream(),
  RateLimitPolicy: policy(),
  GuardianFcmv1Provider: push(),
};
const selectors = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    bag("RateLimitPolicy", policy({ consumerSelector: `client_id:${n}` })),
  );

describe("the constant provider", () => {
  const shared = shareBoth();

  test.each(kinds)("of %s loads the installed package", async (kind) => {
    const { inputs, failures } = await shared.provider.check({}, bag(kind, programs[kind]));
    expect(failures).toEqual([]);
    expect(inputs.__provider).toBe(providers[kind]);
  });
});

test("the first creates of a process, sent at once, all find the provider configured", async () => {
  const { server, provider } = await startBoth();
  const results = await Promise.all(selectors(20).map((inputs) => provider.create(inputs)));
  expect(new Set(results.map(({ id }) => id)).size).toBe(20);
  expect(server.policies.size).toBe(20);
});

test("all operations of all kinds in a process share one token", async () => {
  const { server, provider } = await startBoth();
  const streams = Array.from({ length: 5 }, () => bag("EventStream", stream()));
  const all = [...selectors(5), ...streams, bag("GuardianFcmv1Provider", push())];
  const created = await Promise.all(all.map((inputs) => provider.create(inputs)));
  await Promise.all(
    created.slice(0, 10).map(({ id, properties }) => provider.read(id, properties)),
  );
  // Eleven creates, and a page for the reads of each kind.
  expect(server.apiRequests()).toHaveLength(13);
  expect(server.tokenRequests()).toBe(1);
});

describe("an error of configure", () => {
  test.each<[string, Record<string, string>, object, string]>([
    ["no tenant", {}, {}, "No tenant is configured: set AUTH0_DOMAIN"],
    ["no credentials", { AUTH0_DOMAIN: "a.auth0.com" }, {}, "No credentials for a.auth0.com"],
    [
      "a bad domain",
      {},
      { "auth0:domain": "http://a.auth0.com", "auth0:apiToken": secret("canary-token") },
      'The domain "http://a.auth0.com"',
    ],
  ])("(%s) is reported by every method, again and again", async (_case, env, config, message) => {
    const provider = await startProcess(env, jsonCopy(config));
    for (const kind of kinds) {
      const props = bag(kind, programs[kind]);
      for (let time = 0; time < 2; time++) {
        const errors = [
          await refused(provider.check({}, props)),
          await refused(provider.diff("id", props, props)),
          await refused(provider.create(props)),
          await refused(provider.read("id", props)),
          await refused(provider.update("id", props, props)),
          await refused(provider.delete("id", props)),
        ];
        for (const error of errors) expect(error.message).toContain(message);
      }
    }
    expect(await provider.stop()).not.toContain("canary");
  });
});

describe("settings", () => {
  test("come from the environment where configuration has none", async () => {
    const server = await startTenant();
    try {
      const provider = await startProcess(server.environment);
      await provider.create(bag("EventStream", stream()));
      expect(server.streams.size).toBe(1);
    } finally {
      await server.close();
    }
  });

  test("of an explicit provider are its own, whatever the bare environment says", async () => {
    const [eu, us] = await Promise.all([startTenant(), startTenant()]);
    try {
      const prefixed = Object.fromEntries(
        Object.entries(eu.environment).map(([name, value]) => [`EU_${name}`, value]),
      );
      const provider = await startProcess(
        { ...us.environment, ...prefixed },
        { "auth0:environmentPrefix": "EU_" },
      );
      const { properties } = await provider.create(bag("EventStream", stream()));
      expect(properties.tenant).toBe(eu.domain);
      expect(us.requests).toEqual([]);
      const none = await startProcess(us.environment, { "auth0:environmentPrefix": "" });
      const error = await refused(none.create(bag("EventStream", stream())));
      expect(error.message).toContain("No tenant is configured");
    } finally {
      await Promise.all([eu.close(), us.close()]);
    }
  });

  test("that differ between configuration and environment are reported once", async () => {
    const provider = await startProcess(
      { AUTH0_DOMAIN: "env.auth0.com" },
      { "auth0:domain": "config.auth0.com", "auth0:apiToken": secret("token-of-config") },
    );
    for (const kind of kinds) await provider.check({}, bag(kind, programs[kind]));
    const output = await provider.stop();
    const warnings = output.split("configuration wins, config.auth0.com is used").length - 1;
    expect(warnings).toBe(1);
  });
});
