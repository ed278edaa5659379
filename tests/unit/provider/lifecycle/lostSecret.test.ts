import { expect, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { InitFailed } from "../../../../provider/lifecycle/stateFromResponse";
import { eventStream } from "../../../../provider/resources";
import { engine, type State } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import { authorized } from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";

const bearer = (token: string) => authorized({ method: "bearer", token });
const route = "PATCH /event-streams/{id}";
const lost: Fault = { route, kind: "drop", when: "after" };
const refused: Fault = { route, kind: "status", status: 400 };

/** Updates a stream with these faults. Returns the error and the engine's state afterwards. */
async function failed(program: ReturnType<typeof bearer>, ...faults: Fault[]) {
  const { server, session } = await connect();
  const streams = engine(lifecycle(eventStream), session);
  const state = await streams.create(bearer("first-token"));
  for (const fault of faults) server.addFault(fault);
  const error: unknown = await streams.update(state, program).catch((reason: unknown) => reason);
  server.clearFaults();
  const kept: State = error instanceof InitFailed ? { ...state, outs: error.outs } : state;
  const stored = () =>
    server.streams.get(state.id)?.destination.configuration.webhook_authorization?.token;
  return { streams, state, error, kept, stored };
}

test.each<[string, Fault[]]>([
  ["is lost", [{ ...lost, times: 0 }]],
  ["is lost, and then refused", [lost, refused]],
  [
    "is lost, and then no token can be obtained",
    [
      lost,
      { kind: "revoked" },
      { route: "POST /oauth/token", kind: "status", status: 500, times: 0 },
    ],
  ],
])(
  "if the response to a new secret %s, the state has none, and the next up sends the old one",
  async (_case, faults) => {
    const { streams, error, kept, stored } = await failed(bearer("second-token"), ...faults);
    expect(error).toBeInstanceOf(InitFailed);
    expect(String(error)).toContain("Auth0 may or may not have the new secret");
    expect(JSON.stringify(kept.outs)).not.toMatch(/first-token|second-token/);
    expect(stored()).toBe("second-token");

    // The inputs that ignoreChanges copies from the state lack the secret.
    const copied = jsonCopy({ destination: kept.outs.destination });
    expect(lifecycle(eventStream).check(copied, copied).failures).toEqual([
      expect.stringContaining("token is required with method bearer. The state doesn't have it"),
    ]);

    const refreshed = await streams.refresh(kept);
    for (const state of [kept, refreshed as State]) {
      expect(streams.plan(state, bearer("first-token"))).toMatchObject({ replaces: [] });
      await streams.update(state, bearer("first-token"));
      expect(stored()).toBe("first-token");
      await streams.update(state, bearer("second-token"));
    }
  },
);

test.each<[string, ReturnType<typeof bearer>, Fault[]]>([
  ["a plain refusal", bearer("second-token"), [refused]],
  ["a rate limit", bearer("second-token"), [{ route, kind: "status", status: 429, times: 0 }]],
  ["a lost rename", { ...bearer("first-token"), name: "other" }, [{ ...lost, times: 0 }]],
])("the state keeps the secret after %s", async (_case, program, faults) => {
  const { error } = await failed(program, ...faults);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(InitFailed);
});
