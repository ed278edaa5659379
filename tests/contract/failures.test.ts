import { describe, expect, test } from "@jest/globals";
import type { CannedAnswer } from "../../emulator/src";
import { providers } from "../support/engine/dynamicProvider";
import { bag, refused, shareBoth } from "../support/engine/providerProcess";
import { authorized, policy, push, stream, to } from "../support/values/inputs";
import { authorizations, webhook } from "../support/values/samples";

const both = shareBoth();

function start() {
  const { server, provider } = both;
  const answering = (answer: CannedAnswer) => {
    server.answer = ({ kind }) => (kind === "api" ? answer : undefined);
  };
  return { server, provider, answering };
}
const streamBag = bag("EventStream", stream({ status: "enabled" }));

describe("partial state", () => {
  test("of a create with an invalid response has id, inputs and provider", async () => {
    const { provider, answering, server } = start();
    answering({ status: 201, body: { id: "est_1", created_at: 5, updated_at: null } });
    const error = await refused(provider.create(streamBag));
    expect(error.message).toMatch(
      /^EventStream est_1 was written, but the response could not be read/,
    );
    expect(error.partial).toEqual({
      id: "est_1",
      properties: { ...streamBag, tenant: server.domain },
      reasons: [error.message],
    });
  });

  test("of an update with an invalid response has the old outputs too, and the next update works", async () => {
    const { server, provider, answering } = start();
    const { id, properties } = await provider.create(streamBag);
    answering({ after: true, body: { id, updated_at: [] } });
    const news = { ...streamBag, name: "renamed", __provider: `${providers.EventStream} ` };
    const error = await refused(provider.update(id, properties, news));
    expect(error.partial).toMatchObject({ id, properties: { ...properties, ...news } });
    server.answer = undefined;
    const kept = error.partial?.properties ?? {};
    const { properties: updated } = await provider.update(id, kept, news);
    expect(updated).toMatchObject({ name: "renamed", updatedAt: expect.any(String) });
    await provider.delete(id, updated);
    expect(server.streams.size).toBe(0);
  });

  test("of an update with a lost response forgets the secret, so that the next update sends it", async () => {
    const { server, provider } = start();
    const { id, properties } = await provider.create(streamBag);
    const news = bag("EventStream", authorized({ method: "bearer", token: "another-token" }));
    server.addFault({ route: "PATCH /event-streams/{id}", kind: "drop", when: "after" });
    server.addFault({ route: "PATCH /event-streams/{id}", kind: "status", status: 400 });
    const error = await refused(provider.update(id, properties, news));
    expect(error.message).toMatch(/: 400 .*; whether the new secret arrived is unknown; .*\[corr/);
    const { password, ...rest } = authorizations.basic;
    const kept = error.partial?.properties ?? {};
    expect(kept).toEqual({ ...properties, ...to(webhook(rest as never)) });

    expect(await provider.diff(id, kept, streamBag)).toEqual({ changes: 0, replaces: [] });
    expect((await provider.read(id, kept)).properties).toMatchObject({ tenant: server.domain });
    await provider.update(id, kept, streamBag);
    expect(server.streams.get(id)?.destination.configuration.webhook_authorization).toEqual({
      method: "basic",
      username: "tenant",
      password,
    });
  });

  test("does not exist after a refused request", async () => {
    const { provider, answering } = start();
    answering({ status: 400, body: { errorCode: "invalid_body", message: "No" } });
    const error = await refused(provider.create(streamBag));
    expect(error.partial).toBeUndefined();
    expect(error.message).toMatch(/^POST \/event-streams \(\S+\): 400 invalid_body: No; .* \[corr/);
  });
});

test("every call ends with an error, whatever the service responds", async () => {
  const { provider, answering, server } = start();
  const { id, properties } = await provider.create(streamBag);
  const news = { ...streamBag, name: "renamed" };
  const answers: CannedAnswer[] = [
    { status: 400, body: { message: null, errorCode: {} } },
    { status: 403 },
    { status: 302, headers: { location: "/elsewhere" } },
    { status: 404, body: "<html></html>" },
    { status: 409, body: [undefined] },
    { status: 418, body: "\ud800 \u0000" },
  ];
  for (const answer of answers) {
    answering(answer);
    const status = ` ${answer.status}`;
    expect((await refused(provider.create(streamBag))).message).toContain(status);
    expect((await refused(provider.read(id, properties))).message).toContain(status);
    expect((await refused(provider.update(id, properties, news))).message).toContain(status);
    expect((await refused(provider.delete(id, properties))).message).toContain(status);
  }
  answering({ status: 200, body: "<html></html>" });
  expect((await refused(provider.create(streamBag))).message).toContain("200, with a web page");
  expect((await refused(provider.read(id, properties))).message).toContain("200, with a web page");
  server.answer = undefined;
  expect((await provider.read(id, properties)).id).toBe(id);
});

test("a value of another shape than the schema's is an error or a failure, never a hang", async () => {
  const { provider } = start();
  for (const value of [null, 7, "text", [], [null], {}, { type: {} }, { type: [] }]) {
    const props = bag("EventStream", {
      destination: value as never,
      subscriptions: value as never,
    });
    expect((await provider.check({}, props)).failures.length).toBeGreaterThan(0);
    await refused(provider.create(props));
  }
});

test("an object that is gone reads as an empty id", async () => {
  const { server, provider } = start();
  const { id, properties } = await provider.create(streamBag);
  const other = await provider.create(bag("RateLimitPolicy", policy()));
  server.streams.clear();
  server.policies.clear();
  expect((await provider.read(id, properties)).id).toBe("");
  expect((await provider.read(other.id, other.properties)).id).toBe("");
});

test("failures of check name no property, which the engine would print with its value", async () => {
  const { provider } = start();
  const wrong = [
    bag("EventStream", stream({ name: "", status: "off", extra: 1 })),
    bag("RateLimitPolicy", policy({ consumer: "user", configuration: { action: "drop" } })),
    bag("GuardianFcmv1Provider", push("")),
  ];
  const failures = [];
  for (const props of wrong) failures.push(...(await provider.check({}, props)).failures);
  expect(failures.map(({ property }) => property)).toEqual(["", "", "", "", "", ""]);
  expect(failures.map(({ reason }) => reason.split(" ")[0]).sort()).toEqual([
    "configuration.action",
    "consumer",
    "it",
    "name",
    "serverCredentials",
    "status",
  ]);
});

test("an object of another tenant is refused by diff, and nothing is sent", async () => {
  const { server, provider } = start();
  const olds = { ...streamBag, tenant: "other.auth0.com" };
  const errors = [
    await refused(provider.diff("id", olds, streamBag)),
    await refused(provider.read("id", olds)),
    await refused(provider.update("id", olds, streamBag)),
    await refused(provider.delete("id", olds)),
  ];
  for (const { message } of errors) {
    expect(message).toContain("belongs to the tenant other.auth0.com");
  }
  expect(server.requests).toEqual([]);
});
