import { describe, expect, test } from "@jest/globals";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { rateLimitPolicy } from "../../../../provider/resources";
import type { Props } from "../../../../provider/shared/json";
import { engine } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import { configured, everyPolicy, policy } from "../../../support/values/rateLimitPolicy";

const resource = lifecycle(rateLimitPolicy);

async function start(program = policy()) {
  const connection = await connect();
  const policies = engine(resource, connection.session);
  const state = await policies.create(program);
  connection.server.clearRequests();
  return { ...connection, policies, state, live: () => connection.server.policies.get(state.id) };
}

test("times keep their microseconds", async () => {
  const { state } = await start();
  expect(state.outs.createdAt).toBe("2026-11-20T12:00:00.000000Z");
});

const limited = (consumerSelector: string, action: string, limit: number) =>
  policy({ consumerSelector, configuration: { action, limit } });
const lockout = limited("default", "block", 0);

test.each<[string, Props | undefined, Props, boolean]>([
  ["a new policy", undefined, lockout, true],
  ["a new limit", limited("default", "block", 1), lockout, true],
  ["a redirection", undefined, limited("default", "redirect", 0), true],
  ["what the state has", lockout, lockout, false],
  ["another limit", undefined, limited("default", "block", 1), false],
  ["another consumer", undefined, limited("cimd_clients", "block", 0), false],
  ["a limit that is only logged", undefined, limited("default", "log", 0), false],
  ["no limit", undefined, policy({ consumerSelector: "default", configuration: null }), false],
])(
  "a check warns about a default policy that locks out the provider: %s",
  (_, olds, news, warns) => {
    const expected = [expect.stringContaining("blocks /oauth/token")];
    expect(resource.check(olds, news).warnings).toEqual(warns ? expected : []);
  },
);

describe("update", () => {
  test.each(everyPolicy)(
    "to the action of %s sends only the configuration",
    async (_, { configuration }) => {
      const { server, policies, state, live } = await start(
        configured({ action: "log", limit: 5 }),
      );
      const program = configured(configuration);
      expect(policies.plan(state, program)).toMatchObject({ replaces: [] });
      const updated = await policies.update(state, program);
      expect(server.requests).toMatchObject([{ route: "PATCH /rate-limit-policies/{id}" }]);
      expect(server.requests[0]?.body).toEqual({ configuration: live()?.configuration });
      expect(await policies.drift(updated)).toEqual([]);
    },
  );
});
