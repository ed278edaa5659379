import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../../emulator/src";
import * as sdk from "../../../sdk";
import { type AdapterPath, chooseAdapter, resetAdapter } from "../../../sdk/adapter";
import { action } from "../../support/values/eventStream";
import { configurationOf, withoutOwnVariables } from "./program";

// A unit test of a program, as docs/testing.md has it, in which no function and no hook may reach the tenant.

const paths: (AdapterPath | undefined)[] = [undefined, "pulumi-auth0-native/plugin"];
let tenant: Tenant;
let calls: unknown[];

beforeAll(async () => {
  withoutOwnVariables();
  tenant = await startTenant();
});
afterAll(() => tenant.close());
beforeEach(async () => {
  resetAdapter();
  calls = [];
  await pulumi.runtime.setMocks({
    call: ({ token, inputs, provider }) => {
      calls.push([token, inputs, provider]);
      return { deliveries: [{ id: "evt_1" }], next: "evt_1", name: "of the mocks" };
    },
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
  });
  const configuration = (namespace: string) => configurationOf(namespace, tenant);
  pulumi.runtime.setAllConfig({ ...configuration("auth0"), ...configuration("auth0-native") });
});
afterEach(() => expect(tenant.requests).toEqual([]));

const resolved = <T>(output: pulumi.Output<T>) =>
  new Promise<unknown>((resolve) => output.apply(resolve));

test.each(paths)("functions return the mocks' results for their tokens (%s)", async (path) => {
  if (path) chooseAdapter(path);
  const mocked = { deliveries: [{ id: "evt_1" }], next: "evt_1", name: "of the mocks" };
  const eventStreamId = "est_1";
  const dateFrom = new Date(0);
  const provider = new sdk.Provider("eu", { domain: tenant.url, clientId: "a", clientSecret: "b" });
  const pages = sdk.deliveryPages({ eventStreamId });
  expect([
    await sdk.getDeliveries({ eventStreamId, dateFrom }),
    await resolved(sdk.getDeliveriesOutput({ eventStreamId: pulumi.output(eventStreamId) })),
    (await pages.next()).value,
    await sdk.getEventStream({ name: "crm" }, { provider }),
    await resolved(sdk.getEventStreamOutput({ name: pulumi.secret("crm") })),
    await sdk.getRateLimitPolicies(),
  ]).toEqual(Array(6).fill(mocked));
  expect((await pages.next()).done).toBe(true);
  const urn = await resolved(provider.urn);
  expect(calls).toEqual([
    ["auth0-native:index:getDeliveries", { eventStreamId, dateFrom: dateFrom.toISOString() }, ""],
    ["auth0-native:index:getDeliveries", { eventStreamId }, ""],
    ["auth0-native:index:getDeliveries", { eventStreamId }, ""],
    ["auth0-native:index:getEventStream", { name: "crm" }, `${urn}::eu-id`],
    ["auth0-native:index:getEventStream", { name: "crm" }, ""],
    ["auth0-native:index:getRateLimitPolicies", {}, ""],
  ]);
});

test.each(paths)(
  "a stream with hooks is registered, and the hooks send nothing (%s)",
  async (path) => {
    if (path) chooseAdapter(path);
    const test = sdk.hooks.testDelivery({ eventType: "user.created" });
    const keep = sdk.hooks.keepFailedDeliveries("keep");
    const hooks = { afterCreate: [test], beforeDelete: [keep] };
    const stream = new sdk.EventStream("crm", { name: "crm", destination: action("a") }, { hooks });
    expect(await resolved(stream.id)).toBe("crm-id");
    expect(await resolved(stream.status)).toBe("enabled");
    const args = { urn: "urn", id: "crm-id", name: "crm", type: "type" };
    await test(args);
    await keep.callback(args);
  },
);
