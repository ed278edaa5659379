import { expect, test } from "@jest/globals";
import type { Delivery } from "../../../../emulator/src";
import { startQuick } from "../support/deliveries";
import { call, clock, createdStream, start } from "../support/tenant";

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
