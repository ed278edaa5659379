import { expect, test } from "@jest/globals";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { rateLimitPolicy } from "../../../../provider/resources";
import type { Props } from "../../../../provider/shared/json";
import { engine } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import { policy } from "../../../support/values/rateLimitPolicy";

const resource = lifecycle(rateLimitPolicy);

test("times keep their microseconds", async () => {
  const { session } = await connect();
  const { outs } = await engine(resource, session).create(policy());
  expect(outs.createdAt).toBe("2026-11-20T12:00:00.000000Z");
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
