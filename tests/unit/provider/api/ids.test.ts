import { expect, test } from "@jest/globals";
import { messageOf, policies, streams } from "../../../support/faults/lostCreates";
import { connect } from "../../../support/tenant/connect";
import { policy, stream } from "../../../support/values/inputs";

const kinds = [
  { resource: streams, program: stream() },
  { resource: policies, program: policy() },
];

test.each(["..", ".", "", "a/b", "a?b", "a#b", "%2e%2e", "a b", "\n", "../clients/x"])(
  "the id %j is not sent, and the error says how to remove it from the state",
  async (id) => {
    for (const { resource, program } of kinds) {
      const { server, session } = await connect();
      const olds = { ...program, tenant: session.api.domain };
      for (const run of [
        () => resource.read(session, id, olds),
        () => resource.update(session, id, olds, { ...program, name: "b", configuration: {} }),
        () => resource.delete(session, id, olds),
      ]) {
        expect(await messageOf(run())).toMatch(
          /^(GET|PATCH|DELETE) \/\S+\/\{id\} \(.*\): not sent, since the id is ".*"; no object has such an id: correct it, or remove it from the state with `pulumi state delete <urn>`$/,
        );
      }
      expect(server.apiRequests()).toEqual([]);
    }
  },
);

test("the error for an id that the service refuses says how to remove it from the state", async () => {
  const { session } = await connect();
  const olds = { ...stream(), tenant: session.api.domain };
  for (const run of [
    () => streams.read(session, "est_short", olds),
    () => streams.delete(session, "est_short", olds),
  ]) {
    expect(await messageOf(run())).toMatch(/400 invalid_uri: .*`pulumi state delete <urn>`/);
  }
});
