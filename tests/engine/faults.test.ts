import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Fault } from "../../emulator/src";
import { typeToken } from "../../provider/stateStrings";
import { sharedTime } from "../support/clock/sharedTime";
import { lazyPulumi } from "../support/engine/environment";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { removeTemporaryFolders } from "../support/project";
import { collectionOf, objectsIn, wire } from "../support/tenant/objects";
import { declare } from "../support/values/everything";
import { kinds, listedKinds } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";

// Contract tests have every fault in every operation. These tests show how the engine handles an error.

const time = sharedTime(lazyPulumi);
const engine = withTenant({ now: time.now });
const postStream = "POST /event-streams";
const policies = "/rate-limit-policies/{id}";
let stack: TestStack;
let printed = "";
const tokens = new Set<string>();

beforeAll(async () => {
  const environment = { ...engine.tenant.environment, ...time.environment };
  stack = await engine.newStack(environment, { "auth0:maxRetries": "2" });
});
afterAll(removeTemporaryFolders);
afterEach(() => {
  engine.tenant.clearFaults();
  engine.tenant.respond = undefined;
});

/** One resource of each kind. */
const program = (version: "first" | "changed") => async () => {
  for (const kind of kinds) declare(kind, kind.name, kind[version]);
};

/** A run with these faults, and its requests. */
async function during(faults: Fault[], work: () => Promise<Run>) {
  for (const fault of faults) engine.tenant.addFault(fault);
  const { result, requests } = await engine.during(work);
  const left = engine.tenant.faults;
  engine.tenant.clearFaults();
  printed += result.text;
  for (const { headers } of engine.tenant.requests)
    tokens.add(String(headers.authorization).replace("Bearer ", ""));
  return { ...result, requests, left };
}

async function idsInState(): Promise<string[]> {
  const { resources = [] } = await stack.state();
  const types = listedKinds.map(({ name }) => typeToken(name));
  return resources.flatMap(({ id, type }) => (id && types.includes(type) ? [id] : [])).sort();
}

const idsInTenant = () => [...objectsIn(engine.tenant).keys()].sort();

/** The tenant and the state have the same objects, as the program declares them. */
async function expectAgreement(version: "first" | "changed"): Promise<void> {
  expect(await idsInState()).toEqual(idsInTenant());
  const { resources } = await stack.state();
  expect(resources.flatMap(({ initErrors = [] }) => initErrors)).toEqual([]);
  for (const kind of kinds) {
    const expected = expect.objectContaining(wire(kind[version]));
    expect([...collectionOf(engine.tenant, kind).values()]).toEqual([expected]);
  }
}

/** The diagnostics have only this error. */
function expectError({ code, text }: Run, message: RegExp): void {
  expect(code).not.toBe(0);
  const lines = text.split("\n").map((line) => line.trim());
  const errors = lines.filter((line) => /^error: (?!update failed)/.test(line));
  expect(errors).toEqual([expect.stringMatching(message)]);
  expect(text).not.toMatch(/^\s+at .*:\d+/m);
}

describe("one object of each kind", () => {
  test("is created once despite lost and broken responses, and a GET repairs an invalid one", async () => {
    engine.tenant.respond = ({ route }) =>
      route === postStream
        ? { after: true, body: (created: object) => ({ ...created, created_at: { odd: true } }) }
        : undefined;
    const { code, text, left } = await during(
      [
        { route: "POST /rate-limit-policies", kind: "drop", when: "after" },
        {
          route: "PUT /guardian/factors/push-notification/providers/fcmv1",
          kind: "status",
          status: 503,
        },
        { route: "POST /oauth/token", kind: "html", times: 2 },
      ],
      () => stack.up(program("first"), { continueOnError: true }),
    );
    expect({ isDone: code === 0, left }).toEqual({ isDone: false, left: [] });
    expect(text).toContain("was written, but the response can't be read (created_at)");
    const [id] = engine.tenant.streams.keys();
    expect(await idsInState()).toEqual(idsInTenant());

    engine.tenant.respond = undefined;
    const repaired = await during([], () => stack.up(program("first")));
    expect(repaired).toMatchObject({ code: 0, requests: [`GET /event-streams/${id}`] });
    await expectAgreement("first");
  });

  test("is updated by the next up if every response to an update fails", async () => {
    const failed = await during(
      [{ route: `PATCH ${policies}`, kind: "status", status: 500, when: "after", times: 0 }],
      () => stack.up(program("changed")),
    );
    expectError(
      failed,
      /^error: PATCH \/rate-limit-policies\/rlp_\w+ \(.*\): 500 Internal Server Error/,
    );
    expect((await during([], () => stack.up(program("changed")))).code).toBe(0);
    await expectAgreement("changed");
  });
});

test("no run showed a secret", () => {
  expect(leaksIn(printed, [...tokens, "emulator-client-secret"])).toEqual([]);
});
