import { expect, test } from "@jest/globals";
import { tenantsIn } from "../../../../../cli/ci/preview/tenants";

const env = { AUTH0_DOMAIN: "environment.auth0.com", EU_AUTH0_DOMAIN: "eu.auth0.com" };
const config = { "auth0:domain": "dynamic.auth0.com", "auth0-native:domain": "plugin.auth0.com" };
const dynamicOnly = { ...config, "auth0-native:domain": "" };
const dynamic = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const plugin = "auth0-native:index:RateLimitPolicy";
const notKnown = "a tenant that is not known yet";

/** The tenants of an object, and of its provider if the program declares that. */
async function tenantsOf(type: string, inputs: object | undefined, configuration: object) {
  const provider = `urn:${inputs ? "own" : "urn:p::q::pulumi:providers:x::default"}`;
  const step = (state: object) => ({ resourcePreEvent: { metadata: { new: state } } });
  function* events() {
    yield { preludeEvent: { config: configuration } };
    if (inputs) yield step({ type: "pulumi:providers:auth0-native", urn: provider, inputs });
    yield step({ type, provider: `${provider}::id` });
  }
  return (await tenantsIn(events() as never, env)).join();
}

test.each<[string, object | undefined, object, string]>([
  ["aws:s3/bucket:Bucket", undefined, config, ""],
  [dynamic, undefined, config, "dynamic.auth0.com"],
  [plugin, undefined, config, "plugin.auth0.com"],
  [plugin, undefined, {}, "environment.auth0.com"],
  [plugin, { configurationNamespace: "auth0" }, config, "plugin.auth0.com"],
  [plugin, { configurationNamespace: "auth0-native" }, dynamicOnly, "dynamic.auth0.com"],
  [plugin, { domain: "own.auth0.com" }, config, "own.auth0.com"],
  [plugin, { environmentPrefix: "EU_" }, config, "eu.auth0.com"],
  [plugin, { domain: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }, config, notKnown],
  [plugin, { domain: { ciphertext: "[secret]" } }, config, notKnown],
])("the tenant of a %s with the provider %j and %j is %j", async (type, inputs, set, tenant) => {
  expect(await tenantsOf(type, inputs, set)).toBe(tenant);
});
