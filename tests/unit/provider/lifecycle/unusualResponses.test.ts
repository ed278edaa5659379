import { describe, expect, test } from "@jest/globals";
import type { CannedResponse } from "../../../../emulator/src";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { InitFailed } from "../../../../provider/lifecycle/stateFromResponse";
import { eventStream, guardianFcmv1Provider } from "../../../../provider/resources";
import { engine } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import { eventbridge, stream, to } from "../../../support/values/eventStream";
import { push } from "../../../support/values/guardianFcmv1Provider";
import { jsonCopy } from "../../../support/values/inputs";

const resource = lifecycle(eventStream);
const page = "<!DOCTYPE html><html><body>Please sign in</body></html>";

async function start(program = stream()) {
  const connection = await connect();
  const streams = engine(resource, connection.session);
  const answering = (answer: CannedResponse) => {
    connection.server.respond = ({ kind }) => (kind === "api" ? answer : undefined);
  };
  return { ...connection, streams, answering, create: () => streams.create(program) };
}

async function created(program = stream()) {
  const connection = await start(program);
  const state = await connection.create();
  connection.server.clearRequests();
  // One 404 does not prove that a new object is deleted.
  connection.clock.advance(90_000);
  return { ...connection, state };
}

describe("after create", () => {
  const answer = (changes: object) => ({
    status: 201,
    after: true,
    body: { id: "est_1", ...changes },
  });

  test.each<[string, object]>([
    ["no times", {}],
    ["null for times", { created_at: null, updated_at: null }],
    ["no destination", { destination: null }],
    ["another type of destination", { destination: { type: "kafka", configuration: null } }],
    ["a destination that is a text", { destination: "webhook" }],
    ["no webhook_authorization", { destination: { type: "webhook", configuration: {} } }],
    ["unknown fields", { region: "eu", links: [{ self: null }] }],
    ["a field named tenant", { tenant: "elsewhere" }],
  ])("a response with %s is enough", async (_case, changes) => {
    const { create, answering, session } = await start();
    answering(answer(changes));
    const { id, inputs, outs } = await create();
    expect(id).toBe("est_1");
    expect(outs).toEqual({ ...inputs, tenant: session.api.domain });
  });

  test("the next up repairs a partner event source of another type", async () => {
    const { create, answering } = await start(to(eventbridge()));
    const configuration = { aws_partner_event_source: { arn: "a" } };
    answering(answer({ destination: { type: "eventbridge", configuration } }));
    await expect(create()).rejects.toThrow("(aws_partner_event_source)");
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["no id", { name: "a" }],
    ["an empty id", { id: "" }],
    ["an id that is a number", { id: 7 }],
    ["a list", [{ id: "est_1" }]],
  ])("a response with %s says what to look for", async (_case, body) => {
    const { create, answering } = await start();
    answering({ status: 201, ...(body !== undefined && { body }) });
    await expect(create()).rejects.toThrow(
      /^POST \/event-streams \(.*has no ID\.\n.*Look for a new EventStream in the tenant/,
    );
  });
});

describe("after update", () => {
  test("a response without a body keeps the outputs in the state", async () => {
    const { streams, state, answering } = await created();
    answering({ status: 204 });
    const { outs } = await streams.update(state, stream({ name: "renamed" }));
    expect(outs).toEqual({ ...state.outs, name: "renamed" });
  });

  test("an unreadable response keeps id, new inputs and old outputs, and the next update reads the object", async () => {
    const { server, streams, state, answering } = await created();
    answering({ after: true, body: { id: state.id, updated_at: 5 } });
    const program = stream({ name: "renamed" });
    const error = (await streams.update(state, program).catch((reason) => reason)) as InitFailed;
    expect(error).toBeInstanceOf(InitFailed);
    expect({ id: error.id, outs: error.outs }).toEqual({
      id: state.id,
      outs: { ...state.outs, name: "renamed" },
    });
    server.respond = undefined;
    server.clearRequests();
    const partial = { id: state.id, inputs: state.inputs, outs: jsonCopy(error.outs) };
    expect(await streams.drift(await streams.update(partial, program))).toEqual([]);
    expect(server.apiRequests()[0]).toBe(`GET /event-streams/${state.id}`);
  });
});

describe("in read", () => {
  test.each<[string, CannedResponse, string]>([
    [
      "a web page with 200",
      { status: 200, body: page },
      "200, with a web page instead of a response from Auth0",
    ],
    ["a list", { body: [] }, "the response isn't a JSON object"],
    ["nothing", { status: 200 }, "the response isn't a JSON object"],
    [
      "a proxy's status page",
      { body: { status: "ok" } },
      "the response isn't a JSON object with that ID",
    ],
    [
      "another object",
      { body: { id: "est_other" } },
      "the response isn't a JSON object with that ID",
    ],
  ])("%s is an error and not a deletion", async (_case, answer, message) => {
    const { streams, state, answering } = await created();
    answering(answer);
    await expect(streams.refresh(state)).rejects.toThrow(message);
  });

  test("null for everything means absent properties, not a failure", async () => {
    const { streams, state, answering } = await created();
    const absent = { name: null, status: null, subscriptions: null, destination: null };
    answering({ body: { id: state.id, ...absent, created_at: null } });
    const live = await streams.refresh(state);
    expect(live?.inputs).toEqual({});
    expect((await streams.drift(state)).sort()).toEqual(Object.keys(absent).sort());
  });

  test.each<[string, unknown]>([
    ["a text", "webhook"],
    ["a list", [1]],
    ["no configuration", { type: "webhook" }],
    ["a configuration that is a text", { type: "webhook", configuration: "none" }],
  ])("a destination that is %s is drift", async (_case, destination) => {
    const { streams, state, answering } = await created();
    answering({ after: true, body: { id: state.id, ...state.outs, destination } });
    expect(await streams.drift(state)).toContain("destination");
  });
});

describe("in delete", () => {
  test.each([(id: string) => ({ id }), () => undefined])(
    "200 with the object or without a body counts as deleted (%#)",
    async (bodyOf) => {
      const { server, streams, state, answering } = await created();
      answering({ status: 200, body: bodyOf(state.id) as object });
      await streams.destroy(state);
      expect(server.apiRequests()).toHaveLength(1);
    },
  );

  test.each([200, 404])(
    "a web page with %d is an error, because the stream may still exist",
    async (status) => {
      const { streams, state, answering } = await created();
      answering({ status, body: page });
      await expect(streams.destroy(state)).rejects.toThrow(`${status}, with a web page`);
    },
  );
});

test.each<[string, CannedResponse]>([
  ["an object with more than asked", { body: { server_credentials: "****", project: "p" } }],
  ["a list", { body: [] }],
  ["200 without a body", { status: 200 }],
  ["204", { status: 204 }],
])("push credentials accept %s as the response", async (_case, answer) => {
  const { server, session } = await connect();
  server.respond = ({ kind }) => (kind === "api" ? answer : undefined);
  const { outs } = await engine(lifecycle(guardianFcmv1Provider), session).create(push());
  expect(outs).toEqual({ ...push(), tenant: session.api.domain });
});
