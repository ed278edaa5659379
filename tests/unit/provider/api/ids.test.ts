import { expect, test } from "@jest/globals";
import { messageOf, streams } from "../../../support/faults/lostCreates";
import { connect } from "../../../support/tenant/connect";
import { stream } from "../../../support/values/eventStream";

test.each(["..", ".", "", "a/b", "a?b", "a#b", "%2e%2e", "a b", "\n", "../clients/x"])(
  "the id %j is not sent, and the error says how to remove it from the state",
  async (id) => {
    const { server, session } = await connect();
    const olds = { ...stream(), tenant: session.api.domain };
    for (const run of [
      () => streams.read(session, id, olds),
      () => streams.update(session, id, olds, stream({ name: "b" })),
      () => streams.delete(session, id, olds),
    ]) {
      expect(await messageOf(run())).toMatch(
        /^(GET|PATCH|DELETE) \/\S+\/\{id\} \(.*\): not sent, since the id is ".*"; no object has such an id: correct it, or, if a state has it, run `pulumi state delete <urn>`$/,
      );
    }
    expect(server.apiRequests()).toEqual([]);
  },
);
