import { expect, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { exchange } from "../support/exchange";
import { call, clock, createdStream, policy, start, stream } from "../support/tenant";

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

test("a timed out creation takes effect after lateMs, with the date of that time", async () => {
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

test("late work that has become impossible is dropped silently", async () => {
  const tenant = await start();
  tenant.addFault(late({ kind: "status", status: 504, lateRequests: 1 }));
  const route = "POST /rate-limit-policies";
  expect((await call(tenant, route, policy())).status).toBe(504);
  const { id } = (await call(tenant, route, policy())).body;
  expect((await call(tenant, `GET /rate-limit-policies/${id}`)).status).toBe(200);
  expect([...tenant.policies.keys()]).toEqual([id]);
});

test("a refused request has no late effect", async () => {
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
