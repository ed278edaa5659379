import { expect, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { call, createdStream, requestToken, start, stream } from "../support/tenant";

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
  ["as often as times says", [fault(503, { times: 2 })], [503, 503, 200]],
  ["always", [fault(503, { times: 0 })], [503, 503, 503]],
  ["after the first", [fault(503, { skip: 1, times: 2 })], [200, 503, 503, 200]],
  ["one after the other", [fault(503), fault(429)], [503, 429, 200]],
  ["in the order of those that are due", [fault(503, { skip: 1 }), fault(429)], [429, 503, 200]],
  [
    "uncounted for a request that another one affects",
    [fault(503), fault(429, { skip: 1 })],
    [503, 200, 429],
  ],
])("faults occur %s", async (_, faults, expected) => {
  expect(await statuses(faults, expected.length)).toEqual(expected);
});

test("a fault affects its route with every id, and no other route", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  tenant.addFault(fault(503, { route: "GET /event-streams/{id}" }));
  expect((await call(tenant, get)).status).toBe(200);
  expect((await call(tenant, `PATCH /event-streams/${id}`, { name: "x" })).status).toBe(200);
  expect((await call(tenant, `GET /event-streams/${id}`)).status).toBe(503);
});

test("a fault of every request affects unknown routes and refused requests, but not token requests", async () => {
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

test("a fault affects a request with an unreadable body", async () => {
  const tenant = await start();
  tenant.addFault(fault(503, { times: 0 }));
  const unreadable = [{ raw: "{" }, { raw: "{}", headers: { "content-type": "text/plain" } }];
  for (const sent of unreadable) {
    expect((await call(tenant, "POST /event-streams", undefined, sent)).status).toBe(503);
  }
});

test("the hook tenant.respond comes first, and no fault affects its requests", async () => {
  const tenant = await start({ faults: [fault(503)] });
  tenant.respond = ({ method }) => (method === "POST" ? { status: 418 } : undefined);
  expect((await call(tenant, "POST /event-streams", stream())).status).toBe(418);
  expect((await call(tenant, get)).status).toBe(503);
});
