import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../../emulator/src";
import { getDeliveries, Provider } from "../../../sdk";
import { type AdapterPath, chooseAdapter, resetAdapter } from "../../../sdk/adapter";

const plugin = "pulumi-auth0-native/plugin";
const eventStreamId = "est_0123456789012345678901";

let eu: Tenant;
let us: Tenant;

beforeAll(async () => {
  // The variables of whoever runs the tests belong to another tenant.
  for (const name of Object.keys(process.env))
    if (name.startsWith("AUTH0_")) delete process.env[name];
  [eu, us] = await Promise.all([startTenant(), startTenant()]);
});
afterAll(() => Promise.all([eu.close(), us.close()]));
beforeEach(async () => {
  resetAdapter();
  eu.clearRequests();
  us.clearRequests();
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
  });
});

const configurationOf = (namespace: string, { environment }: Tenant) => ({
  [`${namespace}:domain`]: String(environment.AUTH0_DOMAIN),
  [`${namespace}:clientId`]: String(environment.AUTH0_CLIENT_ID),
  [`${namespace}:clientSecret`]: String(environment.AUTH0_CLIENT_SECRET),
});

const failure = (provider?: Provider) =>
  getDeliveries({ eventStreamId }, provider && { provider }).then(
    () => "none",
    (error: Error) => error.message,
  );

const requested = () => [eu.apiRequests().length, us.apiRequests().length];

test.each<[string, AdapterPath | undefined, number[]]>([
  ["auth0:* where the plugin has the same keys of its own", plugin, [0, 1]],
  ["auth0-native:* where resources are dynamic", undefined, [1, 0]],
])("getDeliveries does not use %s", async (_what, path, expected) => {
  if (path) chooseAdapter(path);
  pulumi.runtime.setAllConfig({
    ...configurationOf("auth0", eu),
    ...configurationOf("auth0-native", us),
  });
  expect(await failure()).toContain("there is no such stream in this tenant");
  expect(requested()).toEqual(expected);
});

test("getDeliveries uses auth0:* where the plugin has no such key of its own", async () => {
  chooseAdapter(plugin);
  const own = { "auth0-native:maxRetries": "0" };
  pulumi.runtime.setAllConfig({ ...configurationOf("auth0", eu), ...own });
  expect(await failure()).toContain("there is no such stream in this tenant");
  expect(requested()).toEqual([1, 0]);
});

test("getDeliveries uses the Provider that it gets", async () => {
  chooseAdapter(plugin);
  pulumi.runtime.setAllConfig(configurationOf("auth0", eu));
  const [domain, clientId, clientSecret] = Object.values(configurationOf("", us));
  const provider = new Provider("us", { domain, clientId, clientSecret });
  expect(await failure(provider)).toContain("there is no such stream in this tenant");
  expect(requested()).toEqual([0, 1]);
});

test.each([
  ["auth0-native", "auth0-native:clientId"],
  ["auth0", "auth0:clientId"],
])("an error of getDeliveries in a stack that %s:* configures names %s", async (namespace, key) => {
  chooseAdapter(plugin);
  pulumi.runtime.setAllConfig({ [`${namespace}:domain`]: "example.auth0.com" });
  expect(await failure()).toContain(`or the same as ${key} and so on`);
  pulumi.runtime.setAllConfig({ [`${namespace}:doman`]: "example.auth0.com" });
  expect(await failure()).toContain(`the configuration has "${namespace}:doman"`);
});
