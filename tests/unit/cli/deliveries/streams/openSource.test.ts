import { describe, expect, test } from "@jest/globals";
import { openSource } from "../../../../../cli/deliveries/streams";
import { startTenant } from "../../../../../emulator/src";
import { listDeliveries } from "../../../../../provider/deliveries/listDeliveries";
import type { Props } from "../../../../../provider/shared/json";
import { streamId, withEnvironmentTenant } from "../../../../support/deliveries/commandContext";
import { withStandInPulumi } from "../../../../support/pipelines/standInPulumi";
import { addStream } from "../../../../support/tenant/many";

const environment = withEnvironmentTenant();
const otherId = "est_2222222222222222222222";

describe("in the tenant of the environment", () => {
  const find = async (argument: string) => (await openSource({ cwd: "." })).find(argument);

  test("an id needs no request", async () => {
    expect(await find(streamId)).toMatchObject({ id: streamId, label: streamId });
    expect(environment.tenant.requests).toEqual([]);
  });

  test.each(["crm", "crm::eu", "-x $(reboot) '\"", "\u202ecrm\n", "est_short"])(
    "the name %j is the stream's, exactly",
    async (name) => {
      addStream(environment.tenant, otherId, name === "crm" ? "crm2" : "crm");
      addStream(environment.tenant, streamId, name);
      expect(await find(name)).toMatchObject({ id: streamId, label: name });
    },
  );

  test("a name that no stream has is an error", async () => {
    await expect(find("\u202ecmr")).rejects.toThrow(
      `${environment.tenant.domain} has no event stream with the ID or name \\u202ecmr. To list its streams, run \`npx --no-install pulumi-auth0-native deliveries check\``,
    );
  });

  test("a name that two streams have is an error with their ids", async () => {
    addStream(environment.tenant, otherId, "crm");
    await expect(find("crm")).rejects.toThrow(
      `${environment.tenant.domain} has 2 event streams with the name crm. Pass an ID instead: ${streamId} or ${otherId}`,
    );
  });

  test("without the permission to list streams, the error names it", async () => {
    await environment.restart({ scopes: ["read:event_deliveries"] });
    await expect(find("crm")).rejects.toThrow(
      `GET /event-streams (${environment.tenant.domain}): 403 insufficient_scope: Insufficient scope, expected any of: read:event_streams.\nGrant the scope read:event_streams to the application.`,
    );
  });

  test("without a tenant, the error names the variable and --stack", async () => {
    delete process.env.AUTH0_DOMAIN;
    await expect(find("crm")).rejects.toThrow(
      "No tenant is configured.\nRun `pulumi config set auth0:domain <tenant>.auth0.com`.\nTo use a variable instead, set AUTH0_DOMAIN.\nWithout --stack, the command reads only environment variables. With --stack, it also reads the stack's configuration.",
    );
  });
});

describe("in a stack", () => {
  const pulumi = withStandInPulumi();
  const stack = "production";
  const urnOf = (type: string, name: string) => `urn:pulumi:${stack}::crm::${type}::${name}`;
  const dynamic = "pulumi-nodejs:dynamic/auth0-native:EventStream";
  const plugin = "auth0-native:index:EventStream";
  const dynamicProvider = urnOf("pulumi:providers:pulumi-nodejs", "default");

  const stream = (name: string, id: string, fields: Props = {}): Props => ({
    urn: urnOf(dynamic, name),
    type: dynamic,
    id,
    provider: `${dynamicProvider}::some-id`,
    ...fields,
  });
  const provider = (type: string, name: string, inputs: Props): Props => ({
    urn: urnOf(`pulumi:providers:${type}`, name),
    type: `pulumi:providers:${type}`,
    id: "p",
    inputs,
  });
  const ofPlugin = (name: string, id: string, providerName: string) =>
    stream(name, id, {
      urn: urnOf(plugin, name),
      type: plugin,
      provider: `${urnOf("pulumi:providers:auth0-native", providerName)}::p`,
    });

  const ofProvider = (type: string, name: string) =>
    stream("crm", streamId, { provider: `${urnOf(`pulumi:providers:${type}`, name)}::p` });

  /** Gives the stack these resources and this configuration. */
  function inStack(resources: Props[] | string, configuration: Record<string, string> = {}) {
    const state =
      typeof resources === "string" ? resources : JSON.stringify({ deployment: { resources } });
    const values = Object.entries(configuration).map(([key, value]) => [key, { value }]);
    pulumi.write("state.json", state);
    pulumi.write("config.json", JSON.stringify(Object.fromEntries(values)));
    pulumi.replacePulumi(
      `case "$1" in stack) cat "${pulumi.path("state.json")}";; config) cat "${pulumi.path("config.json")}";; esac`,
    );
  }
  const source = () => openSource({ stack, cwd: pulumi.folder });
  const find = async (argument: string) => (await source()).find(argument);

  /** The environment's tenant under other names than its variables. */
  function settings(prefix = ""): Record<string, string> {
    const {
      AUTH0_DOMAIN = "",
      AUTH0_CLIENT_ID = "",
      AUTH0_CLIENT_SECRET = "",
    } = environment.tenant.environment;
    const values = {
      domain: AUTH0_DOMAIN,
      clientId: AUTH0_CLIENT_ID,
      clientSecret: AUTH0_CLIENT_SECRET,
    };
    for (const name of Object.keys(environment.tenant.environment)) delete process.env[name];
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]));
  }

  /** The first page of the stream's deliveries shows that its tenant was opened. */
  async function listed(argument: string) {
    const { api, id } = await find(argument);
    const { value } = await listDeliveries(api, { eventStreamId: id }).next();
    return value?.deliveries.length;
  }

  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  const prefix = "TEST_HINT_";
  /** Two resources of one Provider, in each form. */
  const dynamicWith = (inputs: Props) => [
    provider("pulumi-nodejs", "eu", inputs),
    ofProvider("pulumi-nodejs", "eu"),
  ];
  const pluginWith = (inputs: Props, name = "eu") => [
    provider("auth0-native", name, inputs),
    ofPlugin("crm", streamId, name),
  ];
  const elsewhere = { "auth0:domain": "https://other", "auth0-native:domain": "other" };

  // In each row, only one place names the tenant.
  test.each<[string, () => Props[], () => Record<string, string>]>([
    [
      "the plugin's configuration",
      () => pluginWith({}, "default"),
      () => settings("auth0-native:"),
    ],
    [
      "the environmentPrefix of a dynamic Provider",
      () => dynamicWith({ "auth0:environmentPrefix": prefix }),
      () => settings() && elsewhere,
    ],
    [
      "the environment of a dynamic Provider without arguments",
      () => dynamicWith({}),
      () => elsewhere,
    ],
  ])("a stream is in the tenant that is named by %s", async (_, resources, configuration) => {
    environment.tenant.addDeliveries(streamId, 3);
    for (const [name, value] of Object.entries(environment.tenant.environment))
      process.env[prefix + name] = value;
    inStack(resources(), configuration());
    expect(await listed("crm")).toBe(3);
  });

  test("streams of several explicit Providers are in the tenants of these", async () => {
    const us = await startTenant();
    try {
      addStream(us, otherId, "crm");
      us.addDeliveries(otherId, 2);
      environment.tenant.addDeliveries(streamId, 3);
      const eu = settings();
      inStack([
        provider("auth0-native", "eu", eu),
        provider("auth0-native", "us", { ...eu, domain: us.url }),
        ofPlugin("crm-eu", streamId, "eu"),
        ofPlugin("crm-us", otherId, "us"),
      ]);
      expect([await listed("crm-eu"), await listed("crm-us")]).toEqual([3, 2]);
      expect(us.apiRequests()).toEqual([`GET /event-streams/${otherId}/deliveries`]);
    } finally {
      await us.close();
    }
  });

  test.each<[string, string, (name: string) => Props]>([
    ["the dynamic provider", "pulumi-nodejs", (name) => ofProvider("pulumi-nodejs", name)],
    ["the plugin", "auth0-native", (name) => ofPlugin("crm", streamId, name)],
  ])("secret arguments of a Provider of %s are decrypted", async (_, type, streamOf) => {
    environment.tenant.addDeliveries(streamId, 3);
    const { clientSecret = "", ...others } = settings();
    const prefix = type === "pulumi-nodejs" ? "auth0:" : "";
    const stateWith = (value: Props) => {
      const inputs = { ...others, clientSecret: { ...secret, ...value } };
      const named = Object.entries(inputs).map(([key, input]) => [prefix + key, input]);
      const resources = [provider(type, "eu", Object.fromEntries(named)), streamOf("eu")];
      return JSON.stringify({ deployment: { resources } });
    };
    pulumi.write("plain.json", stateWith({ plaintext: JSON.stringify(clientSecret) }));
    pulumi.write("state.json", stateWith({ ciphertext: "v1:x:y" }));
    pulumi.replacePulumi(
      `cat "${pulumi.folder}/$([ "$5" = --show-secrets ] && echo plain || echo state).json"`,
    );
    expect(await listed("crm")).toBe(3);
    pulumi.replacePulumi(`cat "${pulumi.path("state.json")}"`);
    await expect(find("crm")).rejects.toThrow("--show-secrets` are encrypted");
  });

  test.each(["crm::eu", "-x $(reboot) '\"", "\u202ecrm\n", "__proto__"])(
    "the resource %j is found by its name, its id and its URN",
    async (name) => {
      inStack([stream("other", otherId), stream(name, streamId)]);
      for (const argument of [name, streamId, urnOf(dynamic, name)]) {
        expect(await find(argument)).toMatchObject({ id: streamId, label: name });
      }
    },
  );

  test.each([
    ["disabled", true],
    ["enabled", false],
  ])("whether the program disables a stream is read from its inputs: %s", async (status, is) => {
    inStack([stream("crm", streamId, { inputs: { status } })]);
    expect(await find("crm")).toMatchObject({ isDisabledInState: is });
  });

  test("a stream that is being replaced, or in the state twice, is one stream", async () => {
    inStack([
      stream("crm", otherId, { delete: true }),
      stream("crm", streamId),
      ofPlugin("crm", streamId, "default"),
    ]);
    expect(await find("crm")).toMatchObject({ id: streamId });
  });

  test("two streams with one name are an error with their ids", async () => {
    inStack([stream("crm", streamId), ofPlugin("crm", otherId, "default")]);
    await expect(find("crm")).rejects.toThrow(
      `the stack production has 2 event streams called crm. Pass an ID instead: ${streamId} or ${otherId}`,
    );
  });

  test("a missing resource is an error that lists the existing ones", async () => {
    inStack([stream("crm", streamId), stream("\u202eaudit", otherId)]);
    await expect(find("cmr")).rejects.toThrow(
      "the stack production has no event stream cmr. Its streams are crm, \\u202eaudit",
    );
    inStack(Array.from({ length: 25 }, (_, n) => stream(`s${n}`, `est_${n}`)));
    await expect(find("cmr")).rejects.toThrow(/s18, s19 and 5 more$/);
    inStack([]);
    await expect(find("cmr")).rejects.toThrow(/cmr\. It has no event streams$/);
  });

  test("a state that is not JSON is an error that does not quote it", async () => {
    inStack("canary-no-json");
    await expect(find("crm")).rejects.toThrow(
      /^`pulumi stack export` didn't print JSON\. Check that the command `pulumi` is the Pulumi CLI$/,
    );
  });

  test("a resource of another tenant is an error", async () => {
    inStack([stream("crm", streamId, { outputs: { tenant: "other.eu.auth0.com" } })]);
    await expect(find("crm")).rejects.toThrow(/belongs to the tenant other\.eu\.auth0\.com/);
  });
});
