import { expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { type Kind, kinds } from "../support/engine/adapter";
import { dynamicSubject, providers, startDynamicProvider } from "../support/engine/dynamicProvider";
import { share } from "../support/engine/providerProcess";
import { push } from "../support/values/inputs";
import { action, policy } from "../support/values/samples";

// An object that the plugin created has no `__provider` in its outputs, and the dynamic process takes the
// code for reads and deletes from there.

const both = share((server) => startDynamicProvider(server.environment));

const inputs: Record<Kind, Props> = {
  EventStream: { name: "crm", destination: action() } as unknown as Props,
  RateLimitPolicy: policy("default", { action: "allow" }) as unknown as Props,
  GuardianFcmv1Provider: push(),
};

/** An object as the plugin leaves it, and the inputs that the program now has. */
async function createdByPlugin(kind: Kind) {
  const { provider, server } = both;
  const subject = dynamicSubject(kind);
  const program = { ...inputs[kind], __provider: providers[kind] };
  const { inputs: news } = await provider.check(subject, {}, program);
  const { id, properties } = await provider.create(subject, news);
  const { __provider, ...outputs } = properties;
  server.clearRequests();
  return { subject, id, outputs, news };
}

test.each(kinds)("a %s without the code gets it by an update that sends nothing", async (kind) => {
  const { provider, server } = both;
  const { subject, id, outputs, news } = await createdByPlugin(kind);
  const difference = await provider.diff(subject, id, outputs, news);
  expect(difference).toMatchObject({ changes: "some", replaces: [] });
  const { properties } = await provider.update(subject, id, outputs, news);
  expect(properties).toEqual({ ...outputs, __provider: providers[kind] });
  expect(server.apiRequests()).toEqual([]);
});

test("a changed object without the code is updated as usual", async () => {
  const { provider, server } = both;
  const { subject, id, outputs, news } = await createdByPlugin("EventStream");
  const renamed = { ...news, name: "renamed" };
  const { properties } = await provider.update(subject, id, outputs, renamed);
  expect(properties).toMatchObject({ name: "renamed", __provider: providers.EventStream });
  expect(server.apiRequests()).toEqual([`PATCH /event-streams/${id}`]);
});

test("an object without the code is replaced where a change needs that", async () => {
  const { subject, id, outputs, news } = await createdByPlugin("RateLimitPolicy");
  const changed = { ...news, consumerSelector: "cimd_clients" };
  const { replaces } = await both.provider.diff(subject, id, outputs, changed);
  expect(replaces).toEqual(["consumerSelector"]);
});
