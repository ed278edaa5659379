import { expect, test } from "@jest/globals";
import { type Fault, InvalidInput, startTenant } from "../../../../emulator/src";
import { ask, call, createdStream, start, stream } from "../support/tenant";

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
  ["once", [fault(503)], [503, 200, 200]],
  ["as often as it says", [fault(503, { times: 2 })], [503, 503, 200]],
  ["always", [fault(503, { times: 0 })], [503, 503, 503]],
  ["after the first", [fault(503, { skip: 1, times: 2 })], [200, 503, 503, 200]],
  ["one after the other", [fault(503), fault(429)], [503, 429, 200]],
  ["the first that is due", [fault(503, { skip: 1 }), fault(429)], [429, 503, 200]],
  ["uncounted while another is met", [fault(503), fault(429, { skip: 1 })], [503, 200, 429]],
])("faults come %s", async (_, faults, expected) => {
  expect(await statuses(faults, expected.length)).toEqual(expected);
});

test("a fault is met by its route, whatever the id, and by no other", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  tenant.addFault(fault(503, { route: "GET /event-streams/{id}" }));
  expect((await call(tenant, get)).status).toBe(200);
  expect((await call(tenant, `PATCH /event-streams/${id}`, { name: "x" })).status).toBe(200);
  expect((await call(tenant, `GET /event-streams/${id}`)).status).toBe(503);
});

test("a fault of every request is met by unknown routes and refused requests, not by tokens", async () => {
  const tenant = await start({ rateLimit: { perSecond: 1, burst: 0 } });
  tenant.addFault(fault(503, { times: 0 }));
  expect((await ask(tenant)).status).toBe(200);
  expect((await call(tenant, "GET /nowhere")).status).toBe(503);
  expect((await call(tenant, get, undefined, { token: null })).status).toBe(503);
});

test("a fault of the token endpoint is met with and without the slash", async () => {
  const tenant = await start();
  tenant.addFault(fault(503, { route: "POST /oauth/token", times: 2 }));
  expect((await ask(tenant, {}, { path: "/oauth/token/" })).status).toBe(503);
  expect((await ask(tenant)).status).toBe(503);
  expect((await ask(tenant)).status).toBe(200);
});

test("a body that cannot be read meets its fault", async () => {
  const tenant = await start();
  tenant.addFault(fault(503, { times: 0 }));
  const unreadable = [{ raw: "{" }, { raw: "{}", headers: { "content-type": "text/plain" } }];
  for (const sent of unreadable) {
    expect((await call(tenant, "POST /event-streams", undefined, sent)).status).toBe(503);
  }
});

test("the answer hook comes first, and its requests meet no fault", async () => {
  const tenant = await start({ faults: [fault(503)] });
  tenant.answer = ({ method }) => (method === "POST" ? { status: 418 } : undefined);
  expect((await call(tenant, "POST /event-streams", stream())).status).toBe(418);
  expect((await call(tenant, get)).status).toBe(503);
});

test("faults tells those that have something left to do, and clearing leaves none", async () => {
  const twice = fault(503, { times: 2 });
  const always: Fault = { kind: "drop", route: "POST /event-streams", times: 0 };
  const tenant = await start({ faults: [twice, always] });
  expect(tenant.faults).toEqual([twice, always]);
  await call(tenant, get);
  expect(tenant.faults).toEqual([twice, always]);
  await call(tenant, get);
  expect(tenant.faults).toEqual([always]);
  tenant.clearFaults();
  expect(tenant.faults).toEqual([]);
  expect((await call(tenant, "POST /event-streams", stream())).status).toBe(201);
});

test.each<[unknown, string]>([
  [{ kind: "explode" }, "kind must be one of status, html, empty, truncated, cut, drop, hang,"],
  [{ kind: "toString" }, "kind must be one of"],
  [{}, "kind must be one of"],
  [null, "a fault is an object"],
  [[], "a fault is an object"],
  [{ kind: "drop", route: "POST /event-stream" }, "route must be * or one of: POST /oauth/token,"],
  [{ kind: "drop", route: "post /event-streams" }, "GET /event-streams/{id}, "],
  [{ kind: "drop", route: 1 }, "route must be * or one of"],
  [{ kind: "status" }, "status takes a status"],
  [{ kind: "status", status: 100 }, "status must be a number from 200 to 599"],
  [{ kind: "html", status: "502" }, "status must be a number from 200 to 599"],
  [{ kind: "drop", status: 502 }, "drop takes no status"],
  [{ kind: "drop", delayMs: 1 }, "drop takes no delayMs"],
  [{ kind: "drop", colour: "red" }, "drop takes no colour"],
  [{ kind: "drop", times: -1 }, "times must be a number from 0 to 1000000"],
  [{ kind: "drop", skip: 0.5 }, "skip must be a number from 0 to 1000000"],
  [{ kind: "drop", when: "later" }, 'when must be "before", "after" or "late"'],
  [{ kind: "slow", delayMs: "1s" }, "delayMs must be a number from 0 to 1000000"],
  [{ kind: "empty", headers: { a: 1 } }, "headers must be an object of strings"],
  [{ kind: "empty", headers: ["a"] }, "headers must be an object of strings"],
  [{ kind: "revoked", when: "after" }, "revoked has no after"],
  [{ kind: "expired", when: "after" }, "expired has no after"],
  [{ kind: "slow", when: "late", lateMs: 1 }, "slow has no late"],
  [{ kind: "drop", when: "late" }, "late takes either lateMs or lateRequests"],
  [{ kind: "drop", when: "late", lateMs: 1, lateRequests: 1 }, "late takes either lateMs or"],
  [{ kind: "drop", when: "late", lateMs: "5s" }, "lateMs must be a number from 0 to 1000000"],
  [{ kind: "drop", lateMs: 1 }, "lateMs and lateRequests come with late"],
  [
    { kind: "deleted" },
    "deleted takes a route, one of: GET /event-streams, GET /rate-limit-policies",
  ],
  [{ kind: "inserted", route: "POST /event-streams" }, "inserted takes a route, one of"],
  [{ kind: "deleted", route: get, when: "before" }, "deleted has no before"],
  [{ kind: "deleted", route: get, id: 1 }, "id must be a string"],
  [{ kind: "inserted", route: get, id: "est_1" }, "inserted takes no id"],
])("%j is refused", async (nonsense, message) => {
  const tenant = await start();
  expect(() => tenant.addFault(nonsense as Fault)).toThrow(InvalidInput);
  expect(() => tenant.addFault(nonsense as Fault)).toThrow(message);
  expect(tenant.faults).toEqual([]);
  await expect(startTenant({ faults: [nonsense as Fault] })).rejects.toThrow(message);
});
