import { expect, test } from "@jest/globals";
import type { RateLimit } from "../../../../emulator/src/http/rateLimit";
import { call, clock, start } from "../support/tenant";

const limits = ({ headers }: { headers: Headers }) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));

const epoch = Date.parse("2026-03-01T12:00:00Z") / 1000;

test("responses without a limit have no rate limit headers", async () => {
  const tenant = await start();
  expect(limits(await call(tenant, "GET /event-streams"))).toEqual([null, null, null]);
});

test("a burst is allowed, then requests are refused until it refills", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now, rateLimit: { perSecond: 2, burst: 3 } });
  const get = () => call(tenant, "GET /event-streams");
  expect(limits(await get())).toEqual(["3", "2", String(epoch)]);
  expect(limits(await get())).toEqual(["3", "1", String(epoch)]);
  expect(limits(await get())).toEqual(["3", "0", String(epoch + 1)]);

  const refused = await get();
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    statusCode: 429,
    error: "Too Many Requests",
    message: "Global limit has been reached",
    errorCode: "too_many_requests",
  });
  expect(limits(refused)).toEqual(["3", "0", String(epoch + 1)]);
  expect(refused.headers.has("retry-after")).toBe(false);

  advance(500);
  expect((await get()).status).toBe(200);
  expect((await get()).status).toBe(429);
  advance(60_000);
  expect(limits(await get())[1]).toBe("2");
});

test("a request at the time of the reset is allowed", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00.700Z");
  const tenant = await start({ now, rateLimit: { perSecond: 0.3, burst: 1 } });
  await call(tenant, "GET /event-streams");
  const [, , reset] = limits(await call(tenant, "GET /event-streams"));
  advance(Number(reset) * 1000 - now());
  expect((await call(tenant, "GET /event-streams")).status).toBe(200);
});

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

test("a limit counts refused requests, unknown routes and missing tokens, but not token requests", async () => {
  const { now } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now, rateLimit: { perSecond: 1, burst: 2 } });
  await fetch(`${tenant.url}/oauth/token`, { method: "POST" });
  expect((await call(tenant, "GET /clients")).status).toBe(404);
  expect((await call(tenant, "GET /event-streams", undefined, { token: null })).status).toBe(401);
  expect((await call(tenant, "GET /clients")).status).toBe(429);
});

test("a request refused by the limit is recorded with its body and changes nothing", async () => {
  const { now } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now, rateLimit: { perSecond: 1, burst: 0 } });
  const body = { server_credentials: "x" };
  await call(tenant, "PUT /guardian/factors/push-notification/providers/fcmv1", body);
  expect(tenant.requests).toMatchObject([{ body, status: 429 }]);
  expect(tenant.fcmv1).toBeUndefined();
});
