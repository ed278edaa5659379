import { expect, test } from "@jest/globals";
import { providerText } from "../../provider/stateStrings";
import { dynamicSubject, startDynamicProvider } from "../support/engine/dynamicProvider";
import { refused, share } from "../support/engine/providerProcess";
import { stream } from "../support/values/eventStream";
import { sentinels } from "../support/values/inputs";
import { type Kind, kindNamed, kinds } from "../support/values/kinds";
import { policy } from "../support/values/rateLimitPolicy";

// Only the dynamic-provider process has the text of its code in all properties.

const both = share((server) => startDynamicProvider(server.environment));

const bag = (kind: string, props: object) => ({ ...props, __provider: providerText(kind) });

test.each(kinds)("the constant provider of $name loads the installed package", async (kind) => {
  const { name, first } = kind;
  const { inputs, failures } = await both.provider.check(
    dynamicSubject(name),
    {},
    bag(name, first),
  );
  expect(failures).toEqual([]);
  expect(inputs.__provider).toBe(providerText(name));
});

test("every result carries the provider text of its request", async () => {
  const { provider } = both;
  const subject = dynamicSubject("EventStream");
  const older = { ...stream(), __provider: `${providerText("EventStream")} ` };
  const { inputs } = await provider.check(subject, {}, older);
  const { id, properties } = await provider.create(subject, inputs);
  const read = await provider.read(subject, id, properties);
  const marks = [inputs, properties, read.properties, read.inputs].map(
    (props) => props?.__provider,
  );
  expect(new Set(marks)).toEqual(new Set([`${providerText("EventStream")} `]));
  const news = bag("EventStream", { ...stream(), status: "disabled" });
  const { properties: updated } = await provider.update(subject, id, properties, news);
  expect(updated.__provider).toBe(providerText("EventStream"));
});

test("a different provider text is not a change", async () => {
  const { provider } = both;
  const subject = dynamicSubject("RateLimitPolicy");
  const { inputs } = await provider.check(subject, {}, bag("RateLimitPolicy", policy()));
  const { id, properties } = await provider.create(subject, inputs);
  const news = { ...inputs, __provider: `${providerText("RateLimitPolicy")} ` };
  expect((await provider.diff(subject, id, properties, news)).changes).toBe("none");
});

test("an unknown provider text is looked up in the old state", async () => {
  const { server, provider } = both;
  const olds = bag("EventStream", { ...stream(), tenant: server.domain });
  const news = { ...stream({ name: "b" }), __provider: sentinels[0][1] };
  const { changes } = await provider.diff(dynamicSubject("EventStream"), "id", olds, news);
  expect(changes).toBe("unknown");
});

test("the process exits at the engine's SIGINT, so that Node saves its compile cache", async () => {
  const provider = await startDynamicProvider(both.server.environment);
  await provider.check(dynamicSubject("RateLimitPolicy"), {}, bag("RateLimitPolicy", policy()));
  provider.child.kill("SIGINT");
  await provider.closed;
  expect(provider.child).toMatchObject({ exitCode: 130, signalCode: null });
});

// An object that the plugin created has no `__provider` in its outputs, and the dynamic process takes the
// code for reads and deletes from there.

/** An object that the plugin created, and the program's current inputs. */
async function createdByPlugin({ name, first }: Kind) {
  const { provider, server } = both;
  const subject = dynamicSubject(name);
  const program = bag(name, first);
  const { inputs: news } = await provider.check(subject, {}, program);
  const { id, properties } = await provider.create(subject, news);
  const { __provider, ...outputs } = properties;
  server.clearRequests();
  return { subject, id, outputs, news };
}

test.each(kinds)(
  "a $name without the code gets it from an update that sends nothing, and changes as usual",
  async (kind) => {
    const { provider, server } = both;
    const { subject, id, outputs, news } = await createdByPlugin(kind);
    const difference = await provider.diff(subject, id, outputs, news);
    expect(difference).toMatchObject({ changes: "some", replaces: [] });
    const { properties } = await provider.update(subject, id, outputs, news);
    expect(properties).toEqual({ ...outputs, __provider: providerText(kind.name) });
    expect(server.apiRequests()).toEqual([]);

    if (kind.replaced) {
      const replacing = bag(kind.name, kind.replaced);
      const { replaces } = await provider.diff(subject, id, outputs, replacing);
      expect(replaces).not.toEqual([]);
    }
    const changed = bag(kind.name, kind.changed);
    const updated = await provider.update(subject, id, outputs, changed);
    expect(updated.properties).toMatchObject(changed);
    expect(server.requests.map(({ route }) => route)).toEqual([kind.routes.update]);
  },
);

test("a half-failed update adds the code to a stream without it", async () => {
  const { provider, server } = both;
  const { subject, id, outputs } = await createdByPlugin(kindNamed("EventStream"));
  server.respond = ({ method }) => (method === "PATCH" ? { body: { id: "est_other" } } : undefined);
  const news = bag("EventStream", stream({ name: "renamed" }));
  const { partial } = await refused(provider.update(subject, id, outputs, news));
  expect(partial?.properties.__provider).toBe(providerText("EventStream"));
});
