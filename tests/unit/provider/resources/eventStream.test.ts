import { describe, expect, test } from "@jest/globals";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { eventStream } from "../../../../provider/resources";
import { engine } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import { action, eventbridge, stream, to } from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";

const resource = lifecycle(eventStream);

async function start(program = stream()) {
  const connection = await connect();
  const streams = engine(resource, connection.session);
  const state = await streams.create(program);
  const created = connection.server.requests.at(-1);
  return { ...connection, streams, state, created };
}

describe("check", () => {
  const failuresOf = (program: object) => resource.check({}, jsonCopy(program)).failures;

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
      "[unknown-value] EventStream: subscriptions[0].eventType isn't one of the 25 EventKind values that this version recognizes. Did you mean user.created?",
      "[unknown-value] EventStream: destination.configuration.awsRegion isn't one of the 36 AwsRegion values that this version recognizes",
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
