import { expect, test } from "@jest/globals";
import type { Delivery, Tenant } from "../../../../emulator/src";
import type { RateLimit } from "../../../../emulator/src/http/rateLimit";
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

test.each<[string, string]>([
  ["take=0", "'Value 0 is less than minimum 1' on property take (Results per page)."],
  ["take=101", "'Value 101 is greater than maximum 100' on property take (Results per page)."],
  ["take=ten", "'Expected type integer but found type string' on property take"],
  ["page=-1", "'Expected type integer but found type string' on property page"],
  ["take=1&take=2", "'Expected type string but found type array' on property take"],
  ["from=garbage", "'Invalid checkpoint id' on property from."],
  ["from=bnVsbA", "'Invalid checkpoint id' on property from."],
  ["take=2&page=1", "'page and per_page cannot be combined with from and take'."],
])("a list with %s is rejected", async (query, message) => {
  const tenant = await start();
  const response = await call(tenant, `GET /event-streams?${query}`);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_query_string" } });
  expect(response.body.message).toContain(`Query validation error: ${message}`);
});

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

const limits = ({ headers }: { headers: Headers }) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));

const epoch = Date.parse("2026-03-01T12:00:00Z") / 1000;

test.each<[RateLimit["reset"], string | null]>([
  ["epoch-seconds", String(epoch + 4)],
  ["epoch-milliseconds", String((epoch + 4) * 1000)],
  ["seconds-to-go", "4"],
  ["past", String(epoch - 60)],
  ["absent", null],
])("the reset in the form %s is %s when 4 s remain", async (reset, expected) => {
  const { now } = clock("2026-03-01T12:00:00Z");
  const limit = { perSecond: 0.25, burst: 1 };
  const tenant = await start({ now, rateLimit: { ...limit, reset } as RateLimit });
  expect(limits(await call(tenant, "GET /event-streams"))).toEqual(["1", "0", expected]);
  tenant.set({ rateLimit: limit });
  expect(limits(await call(tenant, "GET /event-streams"))[2]).toBe(String(epoch + 4));
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
