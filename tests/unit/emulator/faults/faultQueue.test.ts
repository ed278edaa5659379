import { expect, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { call, clock, policy, requestToken, start, stream } from "../support/tenant";

const get = "GET /event-streams";
const fault = (status: number, changes: Partial<Fault> = {}): Fault => ({
  kind: "status",
  status,
  ...changes,
});

async function statuses(faults: Fault[], count: number): Promise<number[]> {
  const tenant = await start({ faults });
  const seen: number[] = [];
  while (seen.length < count) seen.push((await call(tenant, get)).status);
  return seen;
}

test.each<[string, Fault[], number[]]>([
  ["after the first", [fault(503, { skip: 1, times: 2 })], [200, 503, 503, 200]],
  ["in the order of those that are due", [fault(503, { skip: 1 }), fault(429)], [429, 503, 200]],
  [
    "uncounted for a request that another one affects",
    [fault(503), fault(429, { skip: 1 })],
    [503, 200, 429],
  ],
])("faults occur %s", async (_, faults, expected) => {
  expect(await statuses(faults, expected.length)).toEqual(expected);
});

test("a fault of every request affects unknown routes and rejections, but no token requests", async () => {
  const tenant = await start({ rateLimit: { perSecond: 1, burst: 0 } });
  tenant.addFault(fault(503, { times: 0 }));
  expect((await requestToken(tenant)).status).toBe(200);
  expect((await call(tenant, "GET /nowhere")).status).toBe(503);
  expect((await call(tenant, get, undefined, { token: null })).status).toBe(503);
});

test("a fault of the token endpoint affects it with and without the trailing slash", async () => {
  const tenant = await start();
  tenant.addFault(fault(503, { route: "POST /oauth/token", times: 2 }));
  expect((await requestToken(tenant, {}, { path: "/oauth/token/" })).status).toBe(503);
  expect((await requestToken(tenant)).status).toBe(503);
  expect((await requestToken(tenant)).status).toBe(200);
});

const post = "POST /event-streams";
const late = (changes: Partial<Fault>): Fault => ({ kind: "drop", when: "late", ...changes });

test("late work has the date at which it was due", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now, faults: [late({ route: post, lateMs: 5000 })] });
  await expect(call(tenant, post, stream())).rejects.toThrow();
  advance(60_000);
  const { eventStreams } = (await call(tenant, get)).body;
  expect(eventStreams).toMatchObject([{ created_at: "2026-03-01T12:00:05.000Z" }]);
});

test("impossible late work is dropped silently", async () => {
  const tenant = await start();
  tenant.addFault(late({ kind: "status", status: 504, lateRequests: 1 }));
  const route = "POST /rate-limit-policies";
  expect((await call(tenant, route, policy())).status).toBe(504);
  const { id } = (await call(tenant, route, policy())).body;
  expect((await call(tenant, `GET /rate-limit-policies/${id}`)).status).toBe(200);
  expect([...tenant.policies.keys()]).toEqual([id]);
});

test("a rejected request has no late effect", async () => {
  const tenant = await start();
  tenant.addFault(late({ kind: "status", status: 504, lateRequests: 0, times: 0 }));
  await call(tenant, post, { colour: "red" });
  await call(tenant, post, stream(), { token: null });
  expect((await call(tenant, "GET /nowhere")).status).toBe(504);
  tenant.finishLateWork();
  expect(tenant.streams.size).toBe(0);
  tenant.clearFaults();
  expect((await call(tenant, post, stream())).status).toBe(201);
});

test("a promised canned answer delays the request, before or after the handler", async () => {
  const tenant = await start();
  const stored: number[] = [];
  const held = () =>
    new Promise<void>((go) => setImmediate(() => go(void stored.push(tenant.streams.size))));
  tenant.respond = async () => {
    await held();
    return { after: true, body: (made: object) => held().then(() => made) };
  };
  const response = await call(tenant, "POST /event-streams", stream());
  expect(response).toMatchObject({ status: 201, body: { name: "crm" } });
  expect(stored).toEqual([0, 1]);
});
