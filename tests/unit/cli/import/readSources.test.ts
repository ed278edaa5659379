import { expect, test } from "@jest/globals";
import { readTenant } from "../../../../cli/import/readSources";
import { listedKinds } from "../../../../cli/shared/tenantObjects";
import type { Settings } from "../../../../provider/config/settings";
import { connect } from "../../../support/tenant/connect";
import { streamIdOf } from "../../../support/tenant/many";

/** What a tenant with one stream lists. */
async function read(stream: object, settings: Partial<Settings> = {}) {
  const { server, session } = await connect({}, settings);
  const body = { eventStreams: [{ id: streamIdOf(1), name: "crm", ...stream }] };
  server.respond = ({ route }) => (route === "GET /event-streams" ? { body } : undefined);
  const [object] = await readTenant(session, listedKinds);
  return object;
}

const action = { type: "action", configuration: { action_id: "a" } };

test.each([
  ["destination", { destination: { type: "kafka", configuration: {} } }, "destination.type"],
  [
    "event",
    { destination: action, subscriptions: [{ event_type: "moon.landed" }] },
    "subscriptions[0].eventType",
  ],
  [
    "text",
    { destination: action, name: "half \ud800" },
    "name contains an invalid Unicode character",
  ],
])("an object with a %s that no program can declare says why", async (_, stream, expected) => {
  expect((await read(stream))?.failures).toEqual([expect.stringContaining(expected)]);
});

test("a note on a field within a property says that an update is sent without it", async () => {
  const destination = { type: "action", configuration: { action_id: "a", version: 3 } };
  const object = await read({ destination, colour: "red" });
  const unknown = "This version doesn't recognize it, so Pulumi doesn't manage it.";
  expect(object?.notes).toEqual([
    `The tenant has the field "destination.configuration.version". ${unknown} An update to "destination" leaves it out.`,
    `The tenant has the field "colour". ${unknown}`,
  ]);
});

test("an object with an event of an unknown kind has a note, if the settings let it pass", async () => {
  const stream = { destination: action, subscriptions: [{ event_type: "user.create" }] };
  const object = await read(stream, { unknownValues: "warn" });
  expect(object).toMatchObject({ failures: [], notes: [expect.stringContaining("user.created")] });
  expect(object?.notes[0]).toMatch(
    /^\[unknown-value\] EventStream: subscriptions\[0\]\.eventType /,
  );
});
