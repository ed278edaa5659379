import { expect, test } from "@jest/globals";
import { type Fault, startTenant } from "../../../../emulator/src";
import { until } from "../../../support/clock/until";
import { exchange, send } from "../support/exchange";
import { call, requestToken, start, stream } from "../support/tenant";

const post = "POST /event-streams";
const longMs = 1_000_000;

test.each<[Fault, number]>([
  [{ kind: "hang" }, 0],
  [{ kind: "hang", when: "after" }, 1],
  [{ kind: "slow", delayMs: longMs }, 0],
  [{ kind: "slow", delayMs: longMs, when: "after" }, 1],
])(
  "a client that disconnects during %j gets no response, and the handler does not run later",
  async (fault, created) => {
    const logged: string[] = [];
    const tenant = await start({ log: ({ path, status }) => logged.push(`${path} ${status}`) });
    tenant.addFault({ ...fault, route: post });
    const { exchange: received, disconnect } = send(tenant, post, stream());
    await until(() => tenant.faults.length === 0);
    // When another request has its response, this one would have had its own.
    await call(tenant, "GET /event-streams");
    expect(tenant.streams.size).toBe(created);
    expect(logged).toEqual(["/api/v2/event-streams 200"]);

    disconnect();
    expect(await received).toMatchObject({ error: "ECONNRESET", text: "" });
    await until(() => logged.length === 2);
    await call(tenant, "GET /event-streams");
    expect(logged[1]).toBe("/api/v2/event-streams undefined");
    expect(tenant.requests[0]).toMatchObject({ route: post, body: stream() });
    expect(tenant.requests[0]).not.toHaveProperty("status");
    expect(tenant.streams.size).toBe(created);
  },
);

test.each<Fault>([{ kind: "hang" }, { kind: "slow", delayMs: longMs }])(
  "closing a tenant does not wait for the fault %j",
  async (fault) => {
    const tenant = await startTenant({ faults: [fault] });
    const { exchange: received } = send(tenant, post, stream());
    await until(() => tenant.faults.length === 0);
    await tenant.close();
    expect(await received).toMatchObject({ error: "ECONNRESET", complete: false });
  },
);

test("every response waits for the latency, token responses too, after the handler has run", async () => {
  const tenant = await start({ latencyMs: longMs });
  const created = send(tenant, post, stream());
  const refused = send(tenant, "GET /nowhere");
  const token = send(tenant, "POST /oauth/token", {});
  await until(() => tenant.streams.size === 1 && tenant.requests.length === 3);

  tenant.set({ latencyMs: 0 });
  // The waiting responses keep their latency, the new ones have none.
  expect((await requestToken(tenant)).status).toBe(200);
  expect((await exchange(tenant, "GET /event-streams")).status).toBe(200);
  expect(tenant.requests.map(({ status }) => status)).toEqual([
    ...[undefined, undefined, undefined],
    ...[200, 200],
  ]);
  for (const { exchange: received, disconnect } of [created, refused, token]) {
    disconnect();
    expect((await received).error).toBe("ECONNRESET");
  }
});
