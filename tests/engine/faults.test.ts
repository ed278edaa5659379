import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Fault } from "../../emulator/src";
import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../sdk";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { leaksIn } from "../support/values/leaks";
import { authorizations, canaries, policy, webhook } from "../support/values/samples";

const engine = withTenant();
const runs: Run[] = [];
const postStream = "POST /event-streams";
const postPolicy = "POST /rate-limit-policies";
const putPush = "PUT /guardian/factors/push-notification/providers/fcmv1";
const stream = "/event-streams/{id}";
const policies = "/rate-limit-policies/{id}";
const token = "POST /oauth/token";

/** What each change of the number changes: a stream, a policy and the push credentials. */
const program = (version: number) => async () => {
  const name = `crm ${version}`;
  new EventStream("crm", { name, destination: webhook(authorizations.basic) });
  new RateLimitPolicy("partners", policy("default", { action: "block", limit: version }));
  new GuardianFcmv1Provider("push", { serverCredentials: `${canaries.token}-${version}` });
};

afterEach(() => {
  engine.tenant.clearFaults();
});

/** A run while all that goes wrong; the requests since its start. */
async function during(faults: Fault[], work: () => Promise<Run>) {
  engine.tenant.clearFaults();
  for (const fault of faults) engine.tenant.addFault(fault);
  const seen = engine.tenant.requests.length;
  const run = await work();
  runs.push(run);
  const requests = engine.tenant.requests.slice(seen);
  return { ...run, requests, left: engine.tenant.faults };
}

/** Tenant and state hold the same objects, so many. */
async function expectSameIds(stack: TestStack, count: number): Promise<void> {
  const { resources = [] } = await stack.state();
  const ids = resources.flatMap(({ id = "" }) => (/^(est|rlp)_/.test(id) ? [id] : []));
  const { streams, policies } = engine.tenant;
  expect(ids.sort()).toEqual([...streams.keys(), ...policies.keys()].sort());
  expect(ids).toHaveLength(count);
}

/** Tenant and state hold the same objects, each as the program says. */
async function expectAgreement(stack: TestStack, version: number): Promise<void> {
  await expectSameIds(stack, 2);
  const { resources } = await stack.state();
  expect(resources.every(({ initErrors = [] }) => initErrors.length === 0)).toBe(true);
  const { streams, policies, fcmv1 } = engine.tenant;
  const [made] = streams.values();
  expect(made?.name).toBe(`crm ${version}`);
  expect(made?.destination.configuration.webhook_authorization).toEqual(authorizations.basic);
  const [limits] = policies.values();
  expect(limits?.configuration).toEqual({ action: "block", limit: version });
  expect(fcmv1).toEqual({ server_credentials: `${canaries.token}-${version}` });
}

/** One line of the diagnostics says it, and no other error comes with it. */
function expectError({ code, text }: Run, message: RegExp): void {
  expect(code).not.toBe(0);
  const lines = text.split("\n").map((line) => line.trim());
  const errors = lines.filter((line) => /^error: (?!update failed)/.test(line));
  expect(errors).toEqual([expect.stringMatching(message)]);
  expect(text).not.toMatch(/^\s+at .*:\d+/m);
}

describe("one object of each kind", () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await engine.newStack(engine.tenant.environment, { "auth0:maxRetries": "2" });
  });

  test("is made once, where answers are lost, late and broken", async () => {
    const { code, requests, left } = await during(
      [
        { route: postStream, kind: "drop", when: "after" },
        { route: "GET /event-streams", kind: "status", status: 503 },
        { route: postPolicy, kind: "status", status: 503, times: 2 },
        { route: putPush, kind: "cut", when: "after" },
        { route: token, kind: "html", times: 2 },
      ],
      () => stack.up(program(1)),
    );
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(requests.filter(({ route }) => route === postStream)).toHaveLength(1);
    await expectAgreement(stack, 1);
  });

  test("is the same in a refresh, where some reads fail at first", async () => {
    const { code, steps, left } = await during(
      [
        { route: `GET ${stream}`, kind: "status", status: 503, times: 2 },
        { route: `GET ${policies}`, kind: "truncated" },
      ],
      () => stack.drift(),
    );
    expect({ code, steps, left }).toEqual({ code: 0, steps: [], left: [] });
  });

  test("is updated, where the token is revoked and a gateway fails in the middle", async () => {
    const { code, requests, left } = await during(
      [
        { route: `PATCH ${stream}`, kind: "revoked" },
        { route: `PATCH ${policies}`, kind: "html", times: 2 },
        { route: putPush, kind: "status", status: 429, headers: { "retry-after": "1" } },
      ],
      () => stack.up(program(2)),
    );
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(requests.filter(({ kind }) => kind === "token")).toHaveLength(2);
    await expectAgreement(stack, 2);
  });

  test("is updated by the next up, where one fails for good after its work", async () => {
    const failed = await during(
      [{ route: `PATCH ${stream}`, kind: "status", status: 500, when: "after", times: 0 }],
      () => stack.up(program(3)),
    );
    expectError(failed, /^error: PATCH \/event-streams\/est_\w+ \(.*\): 500 Internal Server Error/);
    const { code } = await during([], () => stack.up(program(3)));
    expect(code).toBe(0);
    await expectAgreement(stack, 3);
  });

  test("is deleted by the next destroy, where one fails for good", async () => {
    const failed = await during(
      [
        { route: `DELETE ${stream}`, kind: "drop", when: "after" },
        { route: `DELETE ${policies}`, kind: "html", times: 0 },
      ],
      () => stack.destroy(),
    );
    expectError(
      failed,
      /^error: DELETE \/rate-limit-policies\/rlp_\w+ \(.*\): 502, with a web page/,
    );
    expect(engine.tenant.streams.size).toBe(0);
    expect(engine.tenant.policies.size).toBe(1);
    const { code } = await during([], () => stack.destroy());
    expect(code).toBe(0);
    await expectSameIds(stack, 0);
  });

  test("is named, where it may have been created and the search is refused", async () => {
    const failed = await during(
      [
        { route: postStream, kind: "drop", when: "after" },
        { route: "GET /event-streams", kind: "status", status: 403, times: 0 },
        { route: postPolicy, kind: "truncated", when: "after" },
      ],
      () => stack.up(program(4)),
    );
    expectError(
      failed,
      /^error: POST \/event-streams .*it is unknown whether it was created, .*; look for a new EventStream in the tenant/,
    );
    expect(engine.tenant.streams.size).toBe(1);
    engine.tenant.streams.clear();
    await expectSameIds(stack, 1);
  });

  test("is made by the next up, where one fails for good before its work", async () => {
    const failed = await during(
      [
        { route: postStream, kind: "status", status: 502, times: 0 },
        { route: token, kind: "drop" },
      ],
      () => stack.up(program(5)),
    );
    expectError(
      failed,
      /^error: POST \/event-streams \(.*\): 502 .*; the tenant contains no matching object; run again/,
    );
    await expectSameIds(stack, 1);
    const { code } = await during([{ route: postStream, kind: "empty", when: "after" }], () =>
      stack.up(program(5)),
    );
    expect(code).toBe(0);
    await expectAgreement(stack, 5);
    engine.tenant.streams.clear();
    engine.tenant.policies.clear();
  });
});

test("with auth0:timeout, a request that hangs is given up and done all the same", async () => {
  const stack = await engine.newStack(engine.tenant.environment, { "auth0:timeout": "1" });
  const made = await during([{ route: postStream, kind: "hang", when: "after" }], () =>
    stack.up(program(1)),
  );
  expect({ code: made.code, left: made.left }).toEqual({ code: 0, left: [] });
  await expectAgreement(stack, 1);
  const updated = await during([{ route: `PATCH ${stream}`, kind: "trickle", delayMs: 50 }], () =>
    stack.up(program(2)),
  );
  expect({ code: updated.code, left: updated.left }).toEqual({ code: 0, left: [] });
  await expectAgreement(stack, 2);
  expect((await during([], () => stack.destroy())).code).toBe(0);
});

describe("under a rate limit", () => {
  const many = (count: number, prefix: string) => async () => {
    for (let n = 0; n < count; n++) {
      const name = `${prefix}-${n}`;
      new RateLimitPolicy(name, policy(`client_id:${name}`, { action: "allow" }));
    }
  };
  const refused = (requests: { status?: number }[]) =>
    requests.filter(({ status }) => status === 429).length;

  afterEach(() => {
    engine.tenant.set({ rateLimit: null });
    engine.tenant.policies.clear();
  });

  test("24 objects are made by a request each, and the display says what it waits for", async () => {
    const stack = await engine.newStack();
    // The last of them wait longer than the 5 s after which the display says why.
    engine.tenant.set({ rateLimit: { perSecond: 2, burst: 8 } });
    const { code, text, requests } = await during([], () =>
      stack.up(many(24, "one"), { parallel: 24 }),
    );
    expect(code).toBe(0);
    expect(engine.tenant.policies.size).toBe(24);
    expect(refused(requests)).toBeLessThanOrEqual(3);
    expect(requests).toHaveLength(24 + 1 + refused(requests));
    expect(text).toMatch(
      /POST \/rate-limit-policies \(127\.0\.0\.1:\d+\): after \d+ s still waiting for its turn: the tenant's rate limit is used up \(\d+ more wait\)/,
    );
  });

  test("two stacks at once both end well", async () => {
    const stacks = [await engine.newStack(), await engine.newStack()];
    engine.tenant.set({ rateLimit: { perSecond: 10, burst: 10 } });
    const ends = await Promise.all(
      stacks.map((stack, n) => during([], () => stack.up(many(20, `stack-${n}`)))),
    );
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(engine.tenant.policies.size).toBe(40);
  });
});

test("no run showed a secret", () => {
  const tokens = engine.tenant.requests.flatMap(({ headers }) => headers.authorization ?? []);
  const secrets = [...new Set(tokens.map((text) => String(text).replace("Bearer ", "")))];
  expect(runs.length).toBeGreaterThan(10);
  expect(secrets.length).toBeGreaterThan(10);
  const all = runs.map(({ text }) => text).join("\n");
  expect(leaksIn(all, [...secrets, "emulator-client-secret"])).toEqual([]);
});
