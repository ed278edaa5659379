import { describe, expect, test } from "@jest/globals";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { eventStream } from "../../../../provider/resources";
import { engine } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import {
  action,
  authorizations,
  authorized,
  eventbridge,
  hook,
  stream,
  to,
} from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";

const resource = lifecycle(eventStream);
const both = { subscriptions: [{ eventType: "user.created" }, { eventType: "user.deleted" }] };

async function start(program = stream()) {
  const connection = await connect();
  const streams = engine(resource, connection.session);
  const state = await streams.create(program);
  const created = connection.server.requests.at(-1);
  connection.server.clearRequests();
  const live = () => connection.server.streams.get(state.id);
  return { ...connection, streams, state, created, live };
}

describe("check", () => {
  const failuresOf = (program: object) => resource.check({}, jsonCopy(program)).failures;

  test("fills the default of status and sorts subscriptions", () => {
    const { subscriptions } = both;
    const { inputs } = resource.check({}, stream({ subscriptions: [...subscriptions].reverse() }));
    expect(inputs).toEqual(stream({ ...both, status: "enabled" }));
  });

  test("treats null as absent", () => {
    expect(failuresOf(stream({ name: null, subscriptions: null, status: null }))).toEqual([]);
    const { inputs } = resource.check({}, stream({ name: null }));
    expect(inputs).not.toHaveProperty("name");
  });

  test("accepts unknown kinds of events and regions with a warning if the settings allow it", () => {
    const program = stream({
      subscriptions: [{ eventType: "user.crated" }],
      destination: eventbridge("1", "moon-1" as never),
      status: "paused",
    });
    const { failures, warnings } = resource.check({}, jsonCopy(program), "warn");
    const account = expect.stringContaining("awsAccountId must");
    expect(failures).toEqual([account, "status must be enabled or disabled"]);
    expect(warnings).toEqual([
      "[unknown-value] EventStream: subscriptions[0].eventType is none of the 25 values of EventKind that this version recognizes. Did you mean user.created?",
      "[unknown-value] EventStream: destination.configuration.awsRegion is none of the 36 values of AwsRegion that this version recognizes",
    ]);
    expect(failuresOf(program)).toHaveLength(4);
  });

  test("quotes no value, because it may be secret", () => {
    expect(failuresOf(stream({ name: 8675309 }))).toEqual(["name must be a string, not a number"]);
  });

  test("reports a missing destination even if the state has one", () => {
    const { destination: _, ...program } = stream();
    expect(resource.check(stream(), program).failures).toEqual(["destination is required"]);
  });
});

describe("create", () => {
  test("stores the partner event source of an eventbridge destination at the top level", async () => {
    const { state } = await start(to(eventbridge()));
    expect(state.outs.awsPartnerEventSource).toMatch(/^aws\.partner\/auth0\.com\/est_/);
    expect(state.outs.destination).toEqual(jsonCopy(eventbridge()));
  });

  test("with only a destination leaves the other properties to Auth0", async () => {
    const { state, created } = await start({ destination: jsonCopy(action()) });
    expect(created?.body).toEqual({
      status: "enabled",
      destination: { type: "action", configuration: { action_id: "9f1c7a52-action" } },
    });
    expect(Object.keys(state.inputs).sort()).toEqual(["destination", "status"]);
  });
});

describe("update", () => {
  test.each<[string, object, object]>([
    ["name", stream({ name: "renamed" }), { name: "renamed" }],
    ["status", stream({ status: "disabled" }), { status: "disabled" }],
    [
      "subscriptions",
      stream({ subscriptions: [{ eventType: "user.updated" }] }),
      { subscriptions: [{ event_type: "user.updated" }] },
    ],
  ])("of the %s sends only that property", async (_key, program, body) => {
    const { server, streams, state, live } = await start();
    expect(streams.plan(state, jsonCopy(program))).toMatchObject({ replaces: [] });
    await streams.update(state, jsonCopy(program));
    expect(server.requests).toMatchObject([{ route: "PATCH /event-streams/{id}", body }]);
    expect(server.requests[0]?.body).toEqual(body);
    expect(live()).toMatchObject(body);
  });

  test.each([
    ["endpoint", hook({ webhookEndpoint: "https://b.example.com" })],
    ["user name", authorized({ ...authorizations.basic, username: "b" })],
    ["password", authorized({ ...authorizations.basic, password: "new-password" })],
    ["method", authorized(authorizations.custom_header)],
  ])("of the %s sends the whole destination, secret included", async (_key, program) => {
    const { server, streams, state } = await start();
    expect(streams.plan(state, program)).toMatchObject({ replaces: [] });
    await streams.update(state, program);
    const body = server.requests[0]?.body as { destination: { configuration: object } };
    expect(Object.keys(body)).toEqual(["destination"]);
    expect(Object.keys(body.destination.configuration).sort()).toEqual([
      "webhook_authorization",
      "webhook_endpoint",
    ]);
    expect(JSON.stringify(body)).toMatch(/"(password|header_value)":"[^"]+"/);
    expect(await streams.drift(await streams.update(state, program))).toEqual([]);
  });

  test("keeps the inputs and adopts only what Auth0 adds", async () => {
    const { streams, state, clock } = await start();
    clock.advance(1000);
    const updated = await streams.update(state, stream({ name: "renamed" }));
    expect(updated.outs).toEqual({
      ...state.outs,
      name: "renamed",
      updatedAt: expect.not.stringMatching(String(state.outs.updatedAt)),
    });
  });

  test("without a change reads the stream, and returns complete outputs", async () => {
    const { server, streams, state } = await start();
    const { createdAt: _, updatedAt: __, ...partial } = state.outs;
    const updated = await streams.update({ ...state, outs: partial }, stream());
    expect(server.apiRequests()).toEqual([`GET /event-streams/${state.id}`]);
    expect(updated.outs).toEqual(state.outs);
  });
});
