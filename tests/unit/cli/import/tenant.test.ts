import { expect, test } from "@jest/globals";
import { listedKinds, readTenant } from "../../../../cli/import/tenant";
import { connect } from "../../../support/tenant/connect";
import { streamIdOf } from "../../../support/tenant/many";

test("a note on a field within a property says that an update is sent without it", async () => {
  const { server, session } = await connect();
  const destination = { type: "action", configuration: { action_id: "a", version: 3 } };
  const stream = { id: streamIdOf(1), name: "crm", destination, colour: "red" };
  server.answer = ({ route }) =>
    route === "GET /event-streams" ? { body: { eventStreams: [stream] } } : undefined;
  const [object] = await readTenant(session, listedKinds, () => {});
  const unknown = "which this version does not know: it is not managed.";
  expect(object?.notes).toEqual([
    `The tenant has the field "destination.configuration.version", ${unknown} A drift check reports it, and an update of "destination" is sent without it.`,
    `The tenant has the field "colour", ${unknown}`,
  ]);
});
