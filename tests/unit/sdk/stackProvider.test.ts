import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { EventStream, Provider, RateLimitPolicy } from "../../../sdk";
import { chooseAdapter, resetAdapter } from "../../../sdk/adapter";
import { secret } from "../../support/engine/secretValues";
import { action } from "../../support/values/eventStream";
import { policyFor } from "../../support/values/rateLimitPolicy";
import { runProgram } from "./registrations";

const name = "auth0-configuration";
const type = "pulumi:providers:auth0-native";
const limit = policyFor("default", { action: "allow" });
const stream = { destination: action() };

beforeEach(() => {
  resetAdapter();
  chooseAdapter("pulumi-auth0-native/plugin");
});

const program = () => new RateLimitPolicy("limit", limit);

/** Each resource's provider, both by name. */
async function providers(run: () => unknown, config?: Record<string, string>) {
  const registrations = await runProgram(run, config);
  const own = registrations.filter((each) => !each.type.startsWith("pulumi:providers:"));
  return Object.fromEntries(own.map((each) => [each.name, each.provider.split("::").at(-2)]));
}

test("a stack with auth0:* has one provider with these values for every resource", async () => {
  const config = {
    "auth0:domain": "example.auth0.com",
    "auth0:clientId": "encrypted-id",
    "auth0:clientSecret": "canary",
    "auth0:maxRetries": "3",
    "auth0:timeout": "",
    "auth0:dynamicCredentials": "true",
    "other:domain": "other.example.com",
  };
  const registrations = await runProgram(
    () => {
      new EventStream("crm", stream);
      new RateLimitPolicy("limit", limit);
      EventStream.get("existing", `est_${"a".repeat(22)}`);
    },
    config,
    ["auth0:clientId"],
  );
  const [first, ...resources] = registrations;
  expect(first).toMatchObject({ name, type });
  expect(first?.inputs).toEqual({
    domain: "example.auth0.com",
    clientId: secret("encrypted-id"),
    clientSecret: secret("canary"),
    maxRetries: "3",
    configurationNamespace: "auth0",
  });
  expect(resources).toHaveLength(3);
  const provider = expect.stringMatching(`${type}::${name}::${name}-id$`);
  for (const each of resources) expect(each).toMatchObject({ provider });
});

test("auth0-native:* takes precedence over auth0:*", async () => {
  const config = { "auth0:domain": "a", "auth0:clientId": "b", "auth0:timeout": "5" };
  const own = { "auth0-native:clientId": "c", "auth0-native:maxRetries": "0" };
  const [provider] = await runProgram(program, { ...config, ...own }, ["auth0-native:maxRetries"]);
  expect(provider).toMatchObject({ name, type });
  expect(provider?.inputs).toEqual({
    domain: "a",
    clientId: "c",
    timeout: "5",
    maxRetries: secret("0"),
    configurationNamespace: "auth0-native",
  });
});

test.each([
  ["nothing configures", {}],
  ["auth0-native:* alone configures", { "auth0:domain": "a", "auth0-native:domain": "b" }],
  [
    "only unknown or empty variables configure",
    { "auth0:dynamicCredentials": "true", "auth0:domain": "" },
  ],
])("a stack that %s has the engine's default provider", async (_what, config) => {
  const registrations = await runProgram(program, config);
  expect(registrations).toEqual([expect.objectContaining({ name: "limit", provider: "" })]);
});

test("each run of a process has a provider with its own configuration", async () => {
  const domains: unknown[] = [];
  for (const domain of ["eu.auth0.com", "us.auth0.com"]) {
    const [provider] = await runProgram(program, { "auth0:domain": domain });
    domains.push(provider?.inputs.domain);
  }
  expect(domains).toEqual(["eu.auth0.com", "us.auth0.com"]);
});

describe("a provider that the program gives", () => {
  class Component extends pulumi.ComponentResource {
    constructor(componentName: string, opts: pulumi.ComponentResourceOptions = {}) {
      super("test:index:Component", componentName, {}, opts);
      const own = { ...limit, consumerSelector: `client_id:${componentName}` };
      new RateLimitPolicy(`${componentName}-limit`, own, { parent: this });
    }
  }
  const config = { "auth0:domain": "example.auth0.com" };

  test("to a resource, its parent, or its component is kept", async () => {
    const used = await providers(() => {
      const eu = new Provider("eu", { domain: "eu.auth0.com" });
      const own = new RateLimitPolicy("own", limit, { provider: eu });
      const another = { ...limit, consumerSelector: "client_id:child" };
      new RateLimitPolicy("child", another, { parent: own });
      new Component("list", { providers: [eu] });
      new Component("map", { providers: { "auth0-native": eu } });
      new Component("outer", { parent: new Component("middle", { providers: [eu] }) });
    }, config);
    expect(used).toMatchObject({
      own: "eu",
      child: "eu",
      "list-limit": "eu",
      "map-limit": "eu",
      "outer-limit": "eu",
    });
  });

  test("of another package does not count, and the configuration's provider is used", async () => {
    class OtherProvider extends pulumi.ProviderResource {}
    const used = await providers(() => {
      const other = new OtherProvider("other", "other");
      new Component("of-other", { providers: [other] });
      new Component("plain");
    }, config);
    expect(used).toMatchObject({ "of-other-limit": name, "plain-limit": name });
  });
});
