import { describe, expect, test } from "@jest/globals";
import type { CannedResponse } from "../../emulator/src";
import { forEachAdapter } from "../support/engine/adapters";
import { refused, shareBoth } from "../support/engine/providerProcess";
import { stream } from "../support/values/eventStream";
import { jsonCopy } from "../support/values/inputs";

const enabled = stream({ status: "enabled" });
const kind = "EventStream";

forEachAdapter((adapter) => {
  const both = shareBoth(adapter);

  function start() {
    const { server, provider } = both;
    const answering = (answer: CannedResponse) => {
      server.respond = ({ kind }) => (kind === "api" ? answer : undefined);
    };
    return { server, provider, answering };
  }

  describe("partial state", () => {
    test("of a create with an invalid response has the id and the inputs", async () => {
      const { provider, answering, server } = start();
      answering({ status: 201, body: { id: "est_1", created_at: 5, updated_at: null } });
      const error = await refused(provider.create(kind, enabled));
      expect(error.message).toMatch(
        /^EventStream est_1 was written, but the response can't be read/,
      );
      expect(error.partial).toEqual({
        id: "est_1",
        properties: { ...enabled, tenant: server.domain },
        reasons: [error.message],
      });
    });

    test("does not exist after a rejected request", async () => {
      const { provider, answering } = start();
      answering({ status: 400, body: { errorCode: "invalid_body", message: "No" } });
      const error = await refused(provider.create(kind, enabled));
      expect(error.partial).toBeUndefined();
      expect(error.message).toMatch(
        /^POST \/event-streams \(\S+\): 400 invalid_body: No\.\n.*\nCorrelation ID: /,
      );
    });
  });

  // Pulumi's process never responds to a call if it cannot convert the error.
  test.each<CannedResponse>([
    { status: 400, body: { message: null, errorCode: {} } },
    { status: 404, body: "<html></html>" },
    { status: 418, body: "\ud800 \u0000" },
  ])("every call ends with an error after the response %j", async (answer) => {
    const { provider, answering } = start();
    const { id, properties } = await provider.create(kind, enabled);
    answering(answer);
    const news = { ...enabled, name: "renamed" };
    const errors = [
      await refused(provider.create(kind, enabled)),
      await refused(provider.read(kind, id, properties)),
      await refused(provider.update(kind, id, properties, news)),
      await refused(provider.delete(kind, id, properties)),
    ];
    for (const { message } of errors) expect(message).toContain(` ${answer.status}`);
  });

  test("a value of another shape than the schema's is an error or a failure, never a hang", async () => {
    const { provider } = start();
    for (const value of [null, 7, "text", [], [null], {}, { type: {} }, { type: [] }]) {
      const props = jsonCopy({ destination: value, subscriptions: value });
      expect((await provider.check(kind, {}, props)).failures.length).toBeGreaterThan(0);
      await refused(provider.create(kind, props));
    }
  });
});
