import { expect, test } from "@jest/globals";
import { tenantsIn } from "../../../../../cli/ci/preview/outcome";

const env = { AUTH0_DOMAIN: "environment.auth0.com", EU_AUTH0_DOMAIN: "eu.auth0.com" };
const dynamicConfig = { "auth0:domain": "dynamic.auth0.com" };
const pluginConfig = { "auth0-native:domain": "plugin.auth0.com" };
const dynamic = "pulumi-nodejs";
const plugin = "auth0-native";
const notKnown = "a tenant that isn't known yet";
const clientSecret = { ciphertext: "[secret]" };

/** The tenants of a stack with one provider, which is the default one if it has no inputs. */
async function tenantsOf(provider: string, inputs: object | undefined, config: object) {
  const type = `pulumi:providers:${provider}`;
  const state = { urn: `urn:p::q::${type}::${inputs ? "own" : "default"}`, type, inputs };
  const events = [{ preludeEvent: { config } }, { resourcePreEvent: { metadata: { old: state } } }];
  return (await tenantsIn(events as never, env)).join();
}

test.each<[string, object | undefined, object, string]>([
  ["aws", undefined, {}, ""],
  ["aws", undefined, { ...dynamicConfig, ...pluginConfig }, "dynamic.auth0.com,plugin.auth0.com"],
  [dynamic, undefined, dynamicConfig, "dynamic.auth0.com"],
  [plugin, undefined, pluginConfig, "plugin.auth0.com"],
  [plugin, undefined, {}, "environment.auth0.com"],
  [plugin, { configurationNamespace: "auth0" }, dynamicConfig, "dynamic.auth0.com"],
  [plugin, { configurationNamespace: "auth0-native" }, dynamicConfig, "dynamic.auth0.com"],
  [plugin, { domain: "own.auth0.com", clientSecret }, {}, "own.auth0.com"],
  [dynamic, { "auth0:domain": "own.auth0.com" }, dynamicConfig, "dynamic.auth0.com,own.auth0.com"],
  [plugin, { environmentPrefix: "EU_" }, {}, "eu.auth0.com"],
  [plugin, { environmentPrefix: "US_" }, {}, ""],
  [
    plugin,
    { __internal: { envVarMappings: { EU_AUTH0_DOMAIN: "AUTH0_DOMAIN" } } },
    {},
    "eu.auth0.com",
  ],
  [plugin, { domain: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }, {}, notKnown],
  [plugin, { domain: { ciphertext: "[secret]" } }, {}, notKnown],
])(
  "the tenants of a provider of %s with %j and of a stack with %j are %j",
  async (provider, inputs, config, tenants) => {
    expect(await tenantsOf(provider, inputs, config)).toBe(tenants);
  },
);
