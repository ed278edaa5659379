import { describe, expect, test } from "@jest/globals";
import type { CannedAnswer } from "../../emulator/src";
import type { Kind } from "../support/engine/adapter";
import { forEachAdapter } from "../support/engine/adapters";
import { refused, shareBoth, startBoth } from "../support/engine/providerProcess";
import { idOf, manyPolicies, manyStreams, streamIdOf } from "../support/tenant/many";
import { authorized, jsonCopy, policy, push, stream, to } from "../support/values/inputs";
import { leaksIn } from "../support/values/leaks";
import { authorizations, webhook } from "../support/values/samples";

const enabled = stream({ status: "enabled" });
const kind = "EventStream";

forEachAdapter((adapter) => {
  const both = shareBoth(adapter);

  function start() {
    const { server, provider } = both;
    const answering = (answer: CannedAnswer) => {
      server.answer = ({ kind }) => (kind === "api" ? answer : undefined);
    };
    return { server, provider, answering };
  }

  describe("partial state", () => {
    test("of a create with an invalid response has the id and the inputs", async () => {
      const { provider, answering, server } = start();
      answering({ status: 201, body: { id: "est_1", created_at: 5, updated_at: null } });
      const error = await refused(provider.create(kind, enabled));
      expect(error.message).toMatch(
        /^EventStream est_1 was written, but the response could not be read/,
      );
      expect(error.partial).toEqual({
        id: "est_1",
        properties: { ...enabled, tenant: server.domain },
        reasons: [error.message],
      });
    });

    test("of an update with an invalid response has the old outputs too, and the next update works", async () => {
      const { server, provider, answering } = start();
      const { id, properties } = await provider.create(kind, enabled);
      answering({ after: true, body: { id, updated_at: [] } });
      const news = { ...enabled, name: "renamed" };
      const error = await refused(provider.update(kind, id, properties, news));
      expect(error.partial).toMatchObject({ id, properties: { ...properties, ...news } });
      server.answer = undefined;
      const kept = error.partial?.properties ?? {};
      const { properties: updated } = await provider.update(kind, id, kept, news);
      expect(updated).toMatchObject({ name: "renamed", updatedAt: expect.any(String) });
      await provider.delete(kind, id, updated);
      expect(server.streams.size).toBe(0);
    });

    test("of an update with a lost response forgets the secret, so that the next update sends it", async () => {
      const { server, provider } = start();
      const { id, properties } = await provider.create(kind, enabled);
      const news = authorized({ method: "bearer", token: "another-token" });
      server.addFault({ route: "PATCH /event-streams/{id}", kind: "drop", when: "after" });
      server.addFault({ route: "PATCH /event-streams/{id}", kind: "status", status: 400 });
      const error = await refused(provider.update(kind, id, properties, news));
      expect(error.message).toMatch(
        /: 400 .*; whether the new secret arrived is unknown; .*\[corr/,
      );
      const { password, ...rest } = authorizations.basic;
      const kept = error.partial?.properties ?? {};
      expect(kept).toEqual({ ...properties, ...to(webhook(rest as never)) });

      const again = await provider.diff(kind, id, kept, enabled);
      expect(again).toMatchObject({ changes: adapter.differences.difference, replaces: [] });
      const read = await provider.read(kind, id, kept);
      expect(read.properties).toMatchObject({ tenant: server.domain });
      await provider.update(kind, id, kept, enabled);
      expect(server.streams.get(id)?.destination.configuration.webhook_authorization).toEqual({
        method: "basic",
        username: "tenant",
        password,
      });
    });

    test("does not exist after a refused request", async () => {
      const { provider, answering } = start();
      answering({ status: 400, body: { errorCode: "invalid_body", message: "No" } });
      const error = await refused(provider.create(kind, enabled));
      expect(error.partial).toBeUndefined();
      expect(error.message).toMatch(
        /^POST \/event-streams \(\S+\): 400 invalid_body: No; .* \[corr/,
      );
    });
  });

  describe("a create with 409", () => {
    test("names the policy that exists, and the command that adopts it", async () => {
      const { server, provider } = start();
      manyPolicies(server, 60);
      const inputs = policy({ consumerSelector: "client_id:c51" });
      const { message, partial } = await refused(provider.create("RateLimitPolicy", inputs));
      const command = adapter.differences.adoptCommand("RateLimitPolicy", idOf(51));
      expect(message).toMatch(/^POST \/rate-limit-policies \(\S+\): 409 Conflict: /);
      expect(message).toContain(`RateLimitPolicy ${idOf(51)} has the same resource, consumer and`);
      expect(message).toContain(`; to adopt it, run \`${command}\` [correlation id`);
      expect(partial).toBeUndefined();
      expect(server.apiRequests()).toEqual([
        "POST /rate-limit-policies",
        // Two pages, and a second reading that agrees with the first.
        ...Array(4).fill("GET /rate-limit-policies"),
      ]);
    });

    test("names the stream with the same name", async () => {
      const { server, provider } = start();
      manyStreams(server, 1);
      const status = 409;
      server.answer = ({ method, kind }) =>
        kind === "api" && method === "POST"
          ? { status, body: { statusCode: status, error: "Conflict" } }
          : undefined;
      const inputs = { ...enabled, name: "stream 0" };
      const { message } = await refused(provider.create(kind, inputs));
      const command = adapter.differences.adoptCommand(kind, streamIdOf(0));
      expect(message).toContain(`; EventStream ${streamIdOf(0)} has the same name: `);
      expect(message).toContain(`; to adopt it, run \`${command}\``);
    });

    test("does not adopt a policy that the process has created for another resource", async () => {
      const { server, provider } = start();
      const { id } = await provider.create("RateLimitPolicy", policy());
      const { message } = await refused(provider.create("RateLimitPolicy", policy()));
      expect(message).toContain("another resource of this stack has the same");
      expect(message).toContain(`(${id}): remove one of the two`);
      expect(message).not.toContain("adopt");
      expect(server.policies.size).toBe(1);
    });

    test("repeats no secret, even where an id of the list is one", async () => {
      const { server, provider } = await startBoth(adapter);
      const named = { ...enabled, name: "of its own" };
      const listed = { id: authorizations.basic.password, name: named.name };
      server.answer = ({ method, kind }) => {
        if (kind !== "api") return undefined;
        return method === "POST" ? { status: 409 } : { body: { eventStreams: [listed] } };
      };
      const { message } = await refused(provider.create(kind, named));
      expect(message).toContain("EventStream [secret] has the same name");
      expect(leaksIn(message)).toEqual([]);
    });
  });

  test("every call ends with an error, whatever the service responds", async () => {
    const { provider, answering, server } = start();
    const { id, properties } = await provider.create(kind, enabled);
    const news = { ...enabled, name: "renamed" };
    const answers: CannedAnswer[] = [
      { status: 400, body: { message: null, errorCode: {} } },
      { status: 403 },
      { status: 302, headers: { location: "/elsewhere" } },
      { status: 404, body: "<html></html>" },
      { status: 409, body: [undefined] },
      { status: 418, body: "\ud800 \u0000" },
    ];
    const messageOf = async (call: Promise<unknown>) => (await refused(call)).message;
    for (const answer of answers) {
      answering(answer);
      const status = ` ${answer.status}`;
      expect(await messageOf(provider.create(kind, enabled))).toContain(status);
      expect(await messageOf(provider.read(kind, id, properties))).toContain(status);
      expect(await messageOf(provider.update(kind, id, properties, news))).toContain(status);
      expect(await messageOf(provider.delete(kind, id, properties))).toContain(status);
    }
    answering({ status: 200, body: "<html></html>" });
    expect(await messageOf(provider.create(kind, enabled))).toContain("200, with a web page");
    expect(await messageOf(provider.read(kind, id, properties))).toContain("200, with a web page");
    server.answer = undefined;
    expect((await provider.read(kind, id, properties)).id).toBe(id);
  });

  test("a value of another shape than the schema's is an error or a failure, never a hang", async () => {
    const { provider } = start();
    for (const value of [null, 7, "text", [], [null], {}, { type: {} }, { type: [] }]) {
      const props = jsonCopy({ destination: value, subscriptions: value });
      expect((await provider.check(kind, {}, props)).failures.length).toBeGreaterThan(0);
      await refused(provider.create(kind, props));
    }
  });

  test("an object that is gone reads as an empty id", async () => {
    const { server, provider } = start();
    const { id, properties } = await provider.create(kind, enabled);
    const other = await provider.create("RateLimitPolicy", policy());
    server.streams.clear();
    server.policies.clear();
    expect((await provider.read(kind, id, properties)).id).toBe("");
    expect((await provider.read("RateLimitPolicy", other.id, other.properties)).id).toBe("");
  });

  test("failures of check name no property, which the engine would print with its value", async () => {
    const { provider } = start();
    const wrong: [Kind, object][] = [
      ["EventStream", stream({ name: "", status: "off", extra: 1 })],
      ["RateLimitPolicy", policy({ consumer: "user", configuration: { action: "drop" } })],
      ["GuardianFcmv1Provider", push("")],
    ];
    const failures = [];
    for (const [kind, props] of wrong)
      failures.push(...(await provider.check(kind, {}, jsonCopy(props))).failures);
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
    const olds = { ...enabled, tenant: "other.auth0.com" };
    const errors = [
      await refused(provider.diff(kind, "id", olds, enabled)),
      await refused(provider.read(kind, "id", olds)),
      await refused(provider.update(kind, "id", olds, enabled)),
      await refused(provider.delete(kind, "id", olds)),
    ];
    for (const { message } of errors) {
      expect(message).toContain("belongs to the tenant other.auth0.com");
    }
    expect(server.requests).toEqual([]);
  });
});
