import { describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { providers } from "../support/engine/dynamicProvider";
import { bag, shareBoth, startBoth } from "../support/engine/providerProcess";
import { everyPolicy, everyStream, policy, push, stream } from "../support/values/inputs";
import { canaries } from "../support/values/samples";

const none = 0;
const same = 1;

const both = shareBoth();

describe("a whole life", () => {
  test("of a stream", async () => {
    const { server, provider } = both;
    const { inputs, failures } = await provider.check({}, bag("EventStream", stream()));
    expect(failures).toEqual([]);
    expect(inputs).toEqual(bag("EventStream", stream({ status: "enabled" })));
    const { id, properties } = await provider.create(inputs);
    expect(server.streams.get(id)).toMatchObject({ name: "basic", status: "enabled" });
    expect(properties).toEqual({
      ...inputs,
      createdAt: server.streams.get(id)?.created_at,
      updatedAt: server.streams.get(id)?.updated_at,
      tenant: server.domain,
    });
    expect(await provider.diff(id, properties, inputs)).toEqual({ changes: same, replaces: [] });
    expect(await provider.read(id, properties)).toEqual({ id, properties, inputs });

    const news = { ...inputs, name: "renamed" };
    expect(await provider.diff(id, properties, news)).toEqual({ changes: none, replaces: [] });
    const updated = await provider.update(id, properties, news);
    expect(updated.properties).toMatchObject({ ...news, tenant: server.domain });
    expect(server.requests.at(-1)).toMatchObject({ method: "PATCH", body: { name: "renamed" } });

    await provider.delete(id, updated.properties);
    expect(server.streams.size).toBe(0);
    expect(await provider.read(id, updated.properties)).toMatchObject({ id: "" });
    await provider.delete(id, updated.properties);
  });

  test("of a policy", async () => {
    const { server, provider } = both;
    const { inputs } = await provider.check({}, bag("RateLimitPolicy", policy()));
    const { id, properties } = await provider.create(inputs);
    expect(server.policies.get(id)).toMatchObject({
      configuration: { action: "block", limit: 100 },
    });
    expect(await provider.read(id, properties)).toEqual({ id, properties, inputs });

    const news = { ...inputs, configuration: { action: "allow" } };
    expect(await provider.diff(id, properties, news)).toEqual({ changes: none, replaces: [] });
    const { properties: updated } = await provider.update(id, properties, news);
    expect(updated).toMatchObject(news);
    expect(server.policies.get(id)?.configuration).toEqual({ action: "allow" });
    const other = { ...news, consumerSelector: "default" };
    expect(await provider.diff(id, updated, other)).toEqual({
      changes: none,
      replaces: ["consumerSelector"],
    });

    await provider.delete(id, updated);
    expect(await provider.read(id, updated)).toMatchObject({ id: "" });
  });

  test("of push credentials", async () => {
    const { server, provider } = await startBoth();
    const { inputs } = await provider.check({}, bag("GuardianFcmv1Provider", push()));
    const { id, properties } = await provider.create(inputs);
    expect(id).toBe("fcmv1");
    expect(server.fcmv1).toEqual({ server_credentials: canaries.serverCredentials });
    expect(await provider.read(id, properties)).toEqual({ id, properties, inputs });

    const news = { ...inputs, serverCredentials: "new credentials" };
    const { properties: updated } = await provider.update(id, properties, news);
    expect(updated).toEqual({ ...news, tenant: server.domain });
    expect(server.fcmv1).toEqual({ server_credentials: "new credentials" });

    server.clearRequests();
    await provider.delete(id, updated);
    expect(server.requests).toEqual([]);
    const output = await provider.stop();
    expect(output).toContain("cannot be verified");
    expect(output).toContain("the tenant keeps them");
  });
});

test("every destination, method and action is created and reads back as it was", async () => {
  const { provider } = both;
  const each = [
    ...everyStream.map(([, program]) => bag("EventStream", program)),
    ...everyPolicy.map(([, program]) => bag("RateLimitPolicy", program)),
  ];
  for (const program of each) {
    const { inputs, failures } = await provider.check({}, program);
    expect(failures).toEqual([]);
    const { id, properties } = await provider.create(inputs);
    expect(await provider.read(id, properties)).toEqual({ id, properties, inputs });
  }
});

test("every result carries the provider text of its request", async () => {
  const { provider } = both;
  const older = (props: Props) => ({ ...props, __provider: `${providers.EventStream} ` });
  const { inputs } = await provider.check({}, older(stream()));
  const { id, properties } = await provider.create(inputs);
  const read = await provider.read(id, properties);
  const marks = [inputs, properties, read.properties, read.inputs].map(
    (props) => props?.__provider,
  );
  expect(new Set(marks)).toEqual(new Set([`${providers.EventStream} `]));
  const news = bag("EventStream", { ...stream(), status: "disabled" });
  const { properties: updated } = await provider.update(id, properties, news);
  expect(updated.__provider).toBe(providers.EventStream);
});

test("a different provider text alone is no change", async () => {
  const { provider } = both;
  const { inputs } = await provider.check({}, bag("RateLimitPolicy", policy()));
  const { id, properties } = await provider.create(inputs);
  const news = { ...inputs, __provider: `${providers.RateLimitPolicy} ` };
  expect(await provider.diff(id, properties, news)).toEqual({ changes: same, replaces: [] });
});

test("a read of a bare id, as .get sends it, returns all properties", async () => {
  const { provider } = both;
  const { inputs } = await provider.check({}, bag("RateLimitPolicy", policy()));
  const { id, properties } = await provider.create(inputs);
  const found = await provider.read(id, bag("RateLimitPolicy", {}));
  expect(found).toEqual({ id, properties, inputs });
});
