import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { StoredStream } from "../../../../emulator/src";
import { ManagementApi } from "../../../../provider/api/managementApi";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { Session } from "../../../../provider/lifecycle/session";
import { eventStream } from "../../../../provider/resources";
import type { Json, Props } from "../../../../provider/shared/json";
import { engine, type State } from "../../../support/engine/engine";
import { randomRuns } from "../../../support/sample";
import { connect } from "../../../support/tenant/connect";
import { collectionOf, emptyTenant } from "../../../support/tenant/objects";
import { inputsOf } from "../../../support/values/arbitrary";
import { action, stream } from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";
import { kindNamed, listedKinds } from "../../../support/values/kinds";

/** Creates an object, changes it outside Pulumi, and refreshes. */
async function changed<Live = StoredStream>(
  program: Props,
  change: (live: Live) => void,
  kind = kindNamed("EventStream"),
) {
  const { server, session } = await connect();
  const objects = engine(kind.resource, session);
  const state = await objects.create(program);
  change(collectionOf(server, kind).get(state.id) as Live);
  return { objects, drift: await objects.drift(state), live: await objects.refresh(state) };
}

const configuration = (live: StoredStream) => live.destination.configuration;

test("no valid input drifts, in any order of sets", async () => {
  for (const kind of listedKinds) {
    const { server, session } = await connect();
    const resources = engine(kind.resource, session);
    const sets = Object.entries(kind.resource.inputs.properties).filter(([, it]) => it.uniqueItems);
    const property = fc.asyncProperty(inputsOf(kind.resource.inputs), async (program) => {
      emptyTenant(server);
      const state = await resources.create(program);
      for (const stored of collectionOf(server, kind).values())
        for (const [key] of sets) (stored[key] as Json[] | undefined)?.reverse();
      expect(await resources.drift(state)).toEqual([]);
      expect(await resources.refresh(state)).toEqual(state);
    });
    await fc.assert(property, { numRuns: randomRuns(450) });
  }
});

describe("no drift", () => {
  test.each<[string, Props, (live: StoredStream) => void]>([
    ["updated_at", stream(), (live) => Object.assign(live, { updated_at: "2027-01-01T00:00:00Z" })],
    ["a new property of the service", stream(), (live) => Object.assign(live, { region: "eu" })],
    [
      "a name that the program leaves to the service",
      { destination: jsonCopy(action()) },
      (live) => Object.assign(live, { name: "given elsewhere" }),
    ],
    [
      "a password, which the service does not return",
      stream(),
      (live) => Object.assign(configuration(live).webhook_authorization ?? {}, { password: "x" }),
    ],
  ])("shows in %s", async (_change, program, change) => {
    expect((await changed(program, change)).drift).toEqual([]);
  });
});

test("an unknown type of destination is drift, and the next plan is a change", async () => {
  const program = stream();
  const { drift, objects, live } = await changed(program, (live: StoredStream) =>
    Object.assign(live, { destination: { type: "kafka", configuration: { topic_name: "a" } } }),
  );
  expect(drift).toEqual(["destination"]);
  expect(objects.plan(live as NonNullable<typeof live>, program).changes).not.toBe(false);
});

describe("a nested field that schema.json does not declare, in every response,", () => {
  const signing = "canary-signing-5b1c";

  /** Streams of a service that adds the field again after each update, and the lines of the provider. */
  async function signed(count: number) {
    const { server, settings, clock } = await connect();
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const session = new Session(new ManagementApi(settings, clock, { info: log, warn: log }));
    const streams = engine(lifecycle(eventStream), session);
    const states = [];
    for (let n = 0; n < count; n++) states.push(await streams.create(stream({ name: `s${n}` })));
    const addField = () => {
      for (const live of server.streams.values()) Object.assign(configuration(live), { signing });
      return undefined;
    };
    server.respond = addField;
    server.clearRequests();
    return { server, streams, states, lines };
  }

  test("is not drift, and no update sends it or a secret", async () => {
    const { server, streams, states } = await signed(1);
    const [state] = states as [State];
    const refreshed = (await streams.refresh(state)) as State;
    expect(refreshed).toEqual(state);
    const program = stream({ name: "s0", status: "disabled" });
    const updated = await streams.update(refreshed, program);
    expect(await streams.drift(updated)).toEqual([]);
    expect(streams.plan(updated, program)).toMatchObject({ changes: false });
    const bodies = server.requests.flatMap(({ body }) => (body === undefined ? [] : [body]));
    expect(bodies).toEqual([{ status: "disabled" }]);
  });

  test("is named once for all streams", async () => {
    const { streams, states, lines } = await signed(3);
    for (const state of [...states, ...states]) expect(await streams.drift(state)).toEqual([]);
    expect(lines).toEqual([
      "[unknown-field] EventStream: Auth0 returns the field \"destination.configuration.signing\", which this version of the provider doesn't recognize. The field isn't compared.",
    ]);
  });
});
