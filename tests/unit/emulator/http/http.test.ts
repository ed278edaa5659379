import { expect, test } from "@jest/globals";
import type { Delivery, Tenant } from "../../../../emulator/src";
import { startQuick } from "../support/deliveries";
import { call, clock, createdStream, start } from "../support/tenant";

async function streams(tenant: Tenant, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await createdStream(tenant, { name: `s${index}` });
}

const names = (body: { eventStreams: { name: string }[] }) =>
  body.eventStreams.map(({ name }) => name);

test.each([0, 1])(
  "a page continues after the previous one when its stream %i is deleted",
  async (index) => {
    const tenant = await start();
    await streams(tenant, 4);
    const { next } = (await call(tenant, "GET /event-streams?take=2")).body;
    tenant.streams.delete([...tenant.streams.keys()][index] ?? "");
    expect(names((await call(tenant, `GET /event-streams?from=${next}`)).body)).toEqual([
      "s2",
      "s3",
    ]);
  },
);

test("a checkpoint id expires after 24 hours", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now });
  await streams(tenant, 2);
  const { next } = (await call(tenant, "GET /event-streams?take=1")).body;
  advance(24 * 60 * 60 * 1000);
  expect((await call(tenant, `GET /event-streams?from=${next}`)).status).toBe(200);
  advance(1);
  const { body } = await call(tenant, `GET /event-streams?from=${next}`);
  expect(body.message).toContain("'Checkpoint id is expired' on property from");
});

test("a limit counts rejections, unknown routes, and missing tokens, but no token requests", async () => {
  const { now } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now, rateLimit: { perSecond: 1, burst: 2 } });
  await fetch(`${tenant.url}/oauth/token`, { method: "POST" });
  expect((await call(tenant, "GET /clients")).status).toBe(404);
  expect((await call(tenant, "GET /event-streams", undefined, { token: null })).status).toBe(401);
  expect((await call(tenant, "GET /clients")).status).toBe(429);
});

test("a list continues after a delivery that has left the list", async () => {
  const tenant = await startQuick();
  const destination = { type: "action", configuration: { action_id: "a1" } };
  const id = await createdStream(tenant, { destination });
  const added = tenant.addDeliveries(id, 9).map((one) => one.id);
  const page = async (from?: string) => {
    const query = from === undefined ? "take=3" : `take=3&from=${from}`;
    const { body } = await call(tenant, `GET /event-streams/${id}/deliveries?${query}`);
    return { ids: body.deliveries.map((one: Delivery) => one.id), next: body.next };
  };
  const first = await page();
  // These are the last delivery of this page and the next one.
  for (const one of added.slice(2, 4)) {
    await call(tenant, `POST /event-streams/${id}/redeliver/${one}`);
  }
  await tenant.deliveriesDone();
  const second = await page(first.next);
  const third = await page(second.next);
  expect([first, second, third].map(({ ids }) => ids)).toEqual([
    added.slice(0, 3),
    added.slice(4, 7),
    added.slice(7),
  ]);
});
