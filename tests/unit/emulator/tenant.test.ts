import { expect, test } from "@jest/globals";
import { startTenant } from "../../../emulator/src";
import { call, clock, createdStream, policy, start, stream } from "./support/tenant";

test("tenant.environment has the variables that a program needs", async () => {
  const tenant = await start({ clientId: "me", clientSecret: "mine" });
  expect(tenant.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(tenant.url).toBe(`http://${tenant.domain}`);
  expect(tenant.environment).toEqual({
    AUTH0_DOMAIN: tenant.url,
    AUTH0_CLIENT_ID: "me",
    AUTH0_CLIENT_SECRET: "mine",
  });
});

test("a closed tenant releases its port", async () => {
  const tenant = await startTenant();
  const port = Number(new URL(tenant.url).port);
  await fetch(tenant.url);
  await tenant.close();
  await expect(fetch(tenant.url)).rejects.toThrow();
  await (await startTenant({ port })).close();
});

test("the Date of every response is the tenant's clock", async () => {
  const tenant = await start({ now: clock("2026-03-01T12:00:00Z").now });
  const responses = [
    await call(tenant, "GET /event-streams"),
    await call(tenant, "GET /event-streams", undefined, { token: null }),
    await call(tenant, "GET /nowhere"),
    await fetch(`${tenant.url}/oauth/token`, { method: "POST" }),
  ];
  for (const { headers } of responses) {
    expect(headers.get("date")).toBe("Sun, 01 Mar 2026 12:00:00 GMT");
  }
});

test.each([10_000, -10_000])(
  "the Date of responses is %d ms ahead of the dates of objects",
  async (clockSkewMs) => {
    const now = Date.parse("2026-03-01T12:00:00Z");
    const ahead = async (route: string, body?: object) => {
      const response = await call(tenant, route, body);
      const date = Date.parse(response.headers.get("date") ?? "");
      return [date, date - Date.parse(response.body.created_at)];
    };
    const tenant = await start({ now: () => now, clockSkewMs });
    expect(await ahead("POST /event-streams", stream())).toEqual([now, clockSkewMs]);
    expect(await ahead("POST /rate-limit-policies", policy())).toEqual([now, clockSkewMs]);
    tenant.set({ clockSkewMs: 0 });
    expect(await ahead("POST /event-streams", stream({ name: "erp" }))).toEqual([now, 0]);
  },
);

test("all requests are recorded, also refused ones, with their secrets", async () => {
  const tenant = await start();
  const headers = { "X-Correlation-ID": "run-1" };
  await call(tenant, "POST /event-streams?x=1", stream(), { headers });
  expect(tenant.requests).toEqual([
    {
      kind: "api",
      method: "POST",
      path: "/api/v2/event-streams",
      route: "POST /event-streams",
      query: { x: "1" },
      body: stream(),
      headers: expect.objectContaining({ "x-correlation-id": "run-1" }),
      status: 400,
    },
  ]);
});

test("requests are counted by kind and can be cleared", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  await call(tenant, `GET /event-streams/${id}?`);
  await call(tenant, "GET /nowhere");
  await fetch(`${tenant.url}/oauth/token/`, { method: "POST" });
  expect(tenant.apiRequests()).toEqual([
    "POST /event-streams",
    `GET /event-streams/${id}`,
    "GET /nowhere",
  ]);
  expect(tenant.tokenRequests()).toBe(1);
  expect(tenant.requests.map(({ route }) => route)).toEqual([
    "POST /event-streams",
    "GET /event-streams/{id}",
    undefined,
    "POST /oauth/token/",
  ]);
  const { requests } = tenant;
  tenant.clearRequests();
  expect(requests).toEqual([]);
  expect(tenant.requests).toBe(requests);
});
