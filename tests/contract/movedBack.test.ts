import { expect, test } from "@jest/globals";
import { providerText } from "../../provider/stateContract";
import { dynamicSubject, startDynamicProvider } from "../support/engine/dynamicProvider";
import { share } from "../support/engine/providerProcess";
import { type Kind, kinds } from "../support/values/kinds";

// An object that the plugin created has no `__provider` in its outputs, and the dynamic process takes the
// code for reads and deletes from there.

const both = share((server) => startDynamicProvider(server.environment));

/** An object as the plugin leaves it, and the inputs that the program now has. */
async function createdByPlugin({ name, first }: Kind) {
  const { provider, server } = both;
  const subject = dynamicSubject(name);
  const program = { ...first, __provider: providerText(name) };
  const { inputs: news } = await provider.check(subject, {}, program);
  const { id, properties } = await provider.create(subject, news);
  const { __provider, ...outputs } = properties;
  server.clearRequests();
  return { subject, id, outputs, news };
}

test.each(kinds)(
  "a $name without the code gets it by an update that sends nothing",
  async (kind) => {
    const { provider, server } = both;
    const { subject, id, outputs, news } = await createdByPlugin(kind);
    const difference = await provider.diff(subject, id, outputs, news);
    expect(difference).toMatchObject({ changes: "some", replaces: [] });
    const { properties } = await provider.update(subject, id, outputs, news);
    expect(properties).toEqual({ ...outputs, __provider: providerText(kind.name) });
    expect(server.apiRequests()).toEqual([]);
  },
);

test.each(kinds)("a changed $name without the code is updated as usual", async (kind) => {
  const { provider, server } = both;
  const { subject, id, outputs } = await createdByPlugin(kind);
  const program = { ...kind.changed, __provider: providerText(kind.name) };
  const { inputs: news } = await provider.check(subject, {}, program);
  const { properties } = await provider.update(subject, id, outputs, news);
  expect(properties).toMatchObject(program);
  expect(server.requests.map(({ route }) => route)).toEqual([kind.routes.update]);
});

test.each(kinds.filter(({ replaced }) => replaced))(
  "a $name without the code is replaced where a change needs that",
  async (kind) => {
    const { subject, id, outputs } = await createdByPlugin(kind);
    const news = { ...kind.replaced, __provider: providerText(kind.name) };
    const { replaces } = await both.provider.diff(subject, id, outputs, news);
    expect(replaces).not.toEqual([]);
  },
);
