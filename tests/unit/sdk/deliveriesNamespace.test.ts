import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../../emulator/src";
import { getDeliveries, type Provider } from "../../../sdk";
import { type AdapterPath, chooseAdapter, resetAdapter } from "../../../sdk/adapter";
import { configurationOf, mockEngine, withoutOwnVariables } from "./program";

const plugin = "pulumi-auth0-native/plugin";
const eventStreamId = "est_0123456789012345678901";

let eu: Tenant;
let us: Tenant;

beforeAll(async () => {
  withoutOwnVariables();
  [eu, us] = await Promise.all([startTenant(), startTenant()]);
});
afterAll(() => Promise.all([eu.close(), us.close()]));
beforeEach(async () => {
  resetAdapter();
  eu.clearRequests();
  us.clearRequests();
  await mockEngine();
});

const failure = () =>
  getDeliveries({ eventStreamId }).then(
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
  expect(await failure()).toContain("This tenant has no such stream");
  expect(requested()).toEqual(expected);
});

test.each<[object, unknown, string]>([
  [{}, {}, "The provider option must be a Provider from this package."],
  [{}, null, "The provider option must be a Provider from this package."],
  [{ dateFrom: new Date(Number.NaN) }, undefined, "getDeliveries: dateFrom must be a valid RFC"],
])(
  "getDeliveries rejects %j with the provider %j before any request",
  async (args, given, text) => {
    pulumi.runtime.setAllConfig(configurationOf("auth0", eu));
    const options = given === undefined ? {} : { provider: given as Provider };
    await expect(getDeliveries({ eventStreamId, ...args }, options)).rejects.toThrow(text);
    expect(requested()).toEqual([0, 0]);
  },
);
