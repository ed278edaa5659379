import { expect, test } from "@jest/globals";
import { type Fault, startTenant } from "../../../../emulator/src";
import { exchange, pending, until } from "../support/exchange";
import { ask, call, start, stream } from "../support/tenant";

const post = "POST /event-streams";
const long = 1_000_000;

test.each<[Fault, number]>([
  [{ kind: "hang" }, 0],
  [{ kind: "hang", when: "after" }, 1],
  [{ kind: "slow", delayMs: long }, 0],
  [{ kind: "slow", delayMs: long, when: "after" }, 1],
])("%j is not answered, nor worked on when the client has left", async (fault, created) => {
  const left: string[] = [];
  const tenant = await start({ log: ({ path, status }) => left.push(`${path} ${status}`) });
  tenant.addFault({ ...fault, route: post });
  const { answer, leave } = pending(tenant, post, stream());
  await until(() => tenant.faults.length === 0);
  // By the time another request has been answered, this one would have been as well.
  await call(tenant, "GET /event-streams");
  expect(tenant.streams.size).toBe(created);
  expect(left).toEqual(["/api/v2/event-streams 200"]);

  leave();
  expect(await answer).toMatchObject({ error: "ECONNRESET", text: "" });
  await until(() => left.length === 2);
  await call(tenant, "GET /event-streams");
  expect(left[1]).toBe("/api/v2/event-streams undefined");
  expect(tenant.requests[0]).toMatchObject({ route: post, body: stream() });
  expect(tenant.requests[0]).not.toHaveProperty("status");
  expect(tenant.streams.size).toBe(created);
});

test.each<Fault>([
  { kind: "hang" },
  { kind: "hang", when: "after" },
  { kind: "slow", delayMs: long },
  { kind: "trickle", delayMs: long },
])("a tenant closes without waiting for %j", async (fault) => {
  const tenant = await startTenant({ faults: [fault] });
  const { answer } = pending(tenant, post, stream());
  await until(() => tenant.faults.length === 0);
  await tenant.close();
  expect(await answer).toMatchObject({ error: "ECONNRESET", complete: false });
});

test("a trickle stops when the client leaves", async () => {
  const left: (number | undefined)[] = [];
  const tenant = await start({ log: ({ status }) => left.push(status) });
  tenant.addFault({ kind: "trickle", delayMs: long });
  const { leave } = pending(tenant, post, stream());
  await until(() => tenant.requests[0]?.status === 201);
  leave();
  await until(() => left.length === 1);
  expect(tenant.streams.size).toBe(1);
});

test("every answer waits for the latency, a token too, and the work is done before", async () => {
  const tenant = await start({ latencyMs: long });
  const created = pending(tenant, post, stream());
  const refused = pending(tenant, "GET /nowhere");
  const token = pending(tenant, "POST /oauth/token", {});
  await until(() => tenant.streams.size === 1 && tenant.requests.length === 3);

  tenant.set({ latencyMs: 0 });
  // Those that wait go on waiting; those that come now do not.
  expect((await ask(tenant)).status).toBe(200);
  expect((await exchange(tenant, "GET /event-streams")).status).toBe(200);
  expect(tenant.requests.map(({ status }) => status)).toEqual([
    ...[undefined, undefined, undefined],
    ...[200, 200],
  ]);
  for (const { answer, leave } of [created, refused, token]) {
    leave();
    expect((await answer).error).toBe("ECONNRESET");
  }
});

test.each<Fault>([{ kind: "status", status: 503 }, { kind: "drop" }])(
  "%j before the work means that, also for a client that leaves meanwhile",
  async (fault) => {
    const left: unknown[] = [];
    const tenant = await start({ latencyMs: long, log: ({ route }) => left.push(route) });
    tenant.addFault(fault);
    const { answer, leave } = pending(tenant, post, stream());
    await until(() => tenant.faults.length === 0);
    leave();
    await answer;
    await until(() => left.length === 1);
    tenant.set({ latencyMs: 0 });
    await call(tenant, "GET /event-streams");
    expect(tenant.streams.size).toBe(0);
  },
);

test("a latency makes no other difference", async () => {
  const tenant = await start({ latencyMs: 1 });
  tenant.addFault({ kind: "empty", when: "after" });
  expect((await ask(tenant)).status).toBe(200);
  expect(await exchange(tenant, post, stream())).toMatchObject({ status: 201, text: "" });
  expect((await call(tenant, post, stream())).body).toMatchObject({ name: "crm" });
  expect(tenant.requests.map(({ status }) => status)).toEqual([200, 201, 201]);
});
