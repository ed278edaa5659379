import { expect, test } from "@jest/globals";
import type { Fault, Tenant } from "../../../../emulator/src";
import { exchange } from "../support/exchange";
import { call, clock, createdStream, policy, requestToken, start, stream } from "../support/tenant";

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

test("a fault affects only its route, with every id", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  tenant.addFault(fault(503, { route: "GET /event-streams/{id}" }));
  expect((await call(tenant, get)).status).toBe(200);
  expect((await call(tenant, `PATCH /event-streams/${id}`, { name: "x" })).status).toBe(200);
  expect((await call(tenant, `GET /event-streams/${id}`)).status).toBe(503);
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

test("a fault affects a request with an unreadable body", async () => {
  const tenant = await start();
  tenant.addFault(fault(503, { times: 0 }));
  const unreadable = [{ raw: "{" }, { raw: "{}", headers: { "content-type": "text/plain" } }];
  for (const sent of unreadable) {
    expect((await call(tenant, "POST /event-streams", undefined, sent)).status).toBe(503);
  }
});

const post = "POST /event-streams";
const list = "GET /event-streams";
const late = (changes: Partial<Fault>): Fault => ({ kind: "drop", when: "late", ...changes });

test("a lost creation takes effect after lateRequests further requests", async () => {
  const tenant = await start({ faults: [late({ route: post, lateRequests: 2 })] });
  const count = async () => (await call(tenant, list)).body.eventStreams.length;
  expect(await exchange(tenant, post, stream())).toMatchObject({ error: "ECONNRESET" });
  expect([await count(), await count(), await count()]).toEqual([0, 0, 1]);
  expect(tenant.requests).toHaveLength(4);
  expect(tenant.requests[0]).not.toHaveProperty("status");
});

test("a timed-out creation takes effect after lateMs, with that date", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const fault = late({ kind: "status", status: 504, route: post, lateMs: 5000 });
  const tenant = await start({ now, faults: [fault] });
  expect((await call(tenant, post, stream())).status).toBe(504);
  tenant.clearFaults();
  advance(4999);
  expect((await call(tenant, list)).body.eventStreams).toEqual([]);
  expect(tenant.streams.size).toBe(0);
  advance(55_000);
  expect((await call(tenant, list)).body.eventStreams).toMatchObject([
    { ...stream(), destination: {}, created_at: "2026-03-01T12:00:05.000Z" },
  ]);
});

test.each<Fault["kind"]>(["html", "cut", "drop"])(
  "a late fault of kind %s responds like the same fault before the handler",
  async (kind) => {
    const [before, postponed] = [await start(), await start()];
    before.addFault({ kind });
    postponed.addFault(late({ kind, lateRequests: 1 }));
    const [expected, received] = [
      await exchange(before, post, stream()),
      await exchange(postponed, post, stream()),
    ];
    expect([received.status, received.text]).toEqual([expected.status, expected.text]);
    expect(postponed.streams.size).toBe(0);
    postponed.finishLateWork();
    expect(postponed.streams.size).toBe(1);
  },
);

test("updates and deletions can be late", async () => {
  const tenant = await start();
  const one = await createdStream(tenant);
  const two = await createdStream(tenant, { name: "erp" });
  tenant.addFault(late({ kind: "status", status: 502, lateRequests: 3, times: 2 }));
  await call(tenant, `PATCH /event-streams/${one}`, { name: "late" });
  await call(tenant, `DELETE /event-streams/${two}`);
  expect(tenant.streams.size).toBe(2);
  expect((await call(tenant, `GET /event-streams/${one}`)).body.name).toBe("crm");
  tenant.finishLateWork();
  expect([...tenant.streams.values()]).toMatchObject([{ id: one, name: "late" }]);
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

test("a canned answer can replace the response of an unknown route or of a token request", async () => {
  const tenant = await start();
  tenant.respond = () => ({ body: { clients: [] } });
  const canned = { status: 200, body: { clients: [] } };
  expect(await call(tenant, "GET /clients")).toMatchObject(canned);
  expect(await requestToken(tenant)).toMatchObject(canned);
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

const route = "GET /event-streams";

async function tenantWithFiveStreams(fault?: Omit<Fault, "route">): Promise<Tenant> {
  const tenant = await start();
  for (const name of ["s0", "s1", "s2", "s3", "s4"]) await createdStream(tenant, { name });
  if (fault) tenant.addFault({ route, ...fault });
  return tenant;
}

/** The names on every page, read with checkpoint ids. */
async function namesByCheckpoint(tenant: Tenant): Promise<string[][]> {
  const pages: string[][] = [];
  let from = "";
  do {
    const { body } = await call(tenant, `${route}?take=2${from}`);
    pages.push(body.eventStreams.map(({ name }: { name: string }) => name));
    from = body.next ? `&from=${body.next}` : "";
  } while (from);
  return pages;
}

test.each<[string, Omit<Fault, "route">, string[][]]>([
  [
    "deleted after the first page",
    { kind: "deleted" },
    [
      ["s0", "s1"],
      ["s3", "s4"],
    ],
  ],
  ["deleted after the second page", { kind: "deleted", skip: 1 }, [["s0", "s1"], ["s2", "s3"], []]],
])("pages read with checkpoint ids shift when an object is %s", async (_, fault, pages) => {
  expect(await namesByCheckpoint(await tenantWithFiveStreams(fault))).toEqual(pages);
});

test("a deleted object is on the affected page, but not in the next list", async () => {
  const tenant = await tenantWithFiveStreams();
  const [first] = tenant.streams.keys();
  tenant.addFault({ route, kind: "deleted", id: first ?? "" });
  expect((await namesByCheckpoint(tenant)).flat()[0]).toBe("s0");
  expect(await namesByCheckpoint(tenant)).toEqual([
    ["s1", "s2"],
    ["s3", "s4"],
  ]);
});

test("checkpoint ids that are issued after a shift continue after their last object", async () => {
  const tenant = await tenantWithFiveStreams({ kind: "deleted" });
  await call(tenant, `${route}?take=2`);
  const { next } = (await call(tenant, `${route}?take=2`)).body;
  tenant.streams.delete([...tenant.streams.keys()][0] ?? "");
  const { body } = await call(tenant, `${route}?from=${next}`);
  expect(body.eventStreams).toMatchObject([{ name: "s3" }, { name: "s4" }]);
});
