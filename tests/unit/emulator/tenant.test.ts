import { expect, test } from "@jest/globals";
import { startTenant } from "../../../emulator/src";
import { call, clock, createdStream, policy, start, stream } from "./support/tenant";

test("a tenant tells the environment that programs need", async () => {
  const tenant = await start({ clientId: "me", clientSecret: "mine" });
  expect(tenant.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(tenant.url).toBe(`http://${tenant.domain}`);
  expect(tenant.environment).toEqual({
    AUTH0_DOMAIN: tenant.url,
    AUTH0_CLIENT_ID: "me",
    AUTH0_CLIENT_SECRET: "mine",
  });
});

test("tenants in one process share nothing", async () => {
  const [one, two] = [await start(), await start()];
  await createdStream(one);
  expect([one.streams.size, two.streams.size]).toEqual([1, 0]);
  expect([one.requests.length, two.requests.length]).toEqual([1, 0]);
});

test("a closed tenant lets go of its port", async () => {
  const tenant = await startTenant();
  const port = Number(new URL(tenant.url).port);
  await fetch(tenant.url);
  await tenant.close();
  await expect(fetch(tenant.url)).rejects.toThrow();
  await (await startTenant({ port })).close();
});

test("the date of every answer is the tenant's clock", async () => {
  const tenant = await start({ now: clock("2026-03-01T12:00:00Z").now });
  const answers = [
    await call(tenant, "GET /event-streams"),
    await call(tenant, "GET /event-streams", undefined, { token: null }),
    await call(tenant, "GET /nowhere"),
    await fetch(`${tenant.url}/oauth/token`, { method: "POST" }),
  ];
  for (const { headers } of answers) {
    expect(headers.get("date")).toBe("Sun, 01 Mar 2026 12:00:00 GMT");
  }
});

test.each([10_000, -10_000, 3_600_000])(
  "the date of answers is ahead of the dates of objects by %d ms",
  async (clockSkewMs) => {
    const now = Date.parse("2026-03-01T12:00:00Z");
    const ahead = async (route: string, body?: object) => {
      const answer = await call(tenant, route, body);
      const date = Date.parse(answer.headers.get("date") ?? "");
      return [date, date - Date.parse(answer.body.created_at)];
    };
    const tenant = await start({ now: () => now, clockSkewMs });
    expect(await ahead("POST /event-streams", stream())).toEqual([now, clockSkewMs]);
    expect(await ahead("POST /rate-limit-policies", policy())).toEqual([now, clockSkewMs]);
    tenant.set({ clockSkewMs: 0 });
    expect(await ahead("POST /event-streams", stream())).toEqual([now, 0]);
  },
);

test("requests are recorded as they were seen, secrets and refused ones included", async () => {
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

test("records keep what was sent when the stored object changes", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const stored = tenant.streams.get(id);
  if (stored) stored.destination.configuration.webhook_endpoint = "https://elsewhere.example.com";
  expect(tenant.requests[0]?.body).toEqual(stream());
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

test("a canned answer replaces the handler's", async () => {
  const tenant = await start();
  tenant.answer = ({ route, body }) =>
    route === "POST /event-streams" && (body as { name?: string }).name === "crm"
      ? { status: 503, body: "<h1>Bad gateway</h1>", headers: { "content-type": "text/html" } }
      : undefined;
  const answer = await call(tenant, "POST /event-streams", stream());
  expect(answer).toMatchObject({ status: 503, body: "<h1>Bad gateway</h1>" });
  expect(answer.headers.get("content-type")).toBe("text/html");
  expect(tenant.streams.size).toBe(0);
  expect(tenant.requests[0]?.status).toBe(503);
  expect((await call(tenant, "POST /event-streams", stream({ name: "x" }))).status).toBe(201);
  tenant.answer = undefined;
  expect((await call(tenant, "POST /event-streams", stream())).status).toBe(201);
});

test("a canned answer can stand for a route that does not exist, or a token", async () => {
  const tenant = await start();
  tenant.answer = ({ kind, path }) => {
    if (kind === "token") return { status: 404 };
    return path.endsWith("/clients") ? { body: { clients: [] } } : undefined;
  };
  expect(await call(tenant, "GET /clients")).toMatchObject({ status: 200, body: { clients: [] } });
  const token = await fetch(`${tenant.url}/oauth/token`, { method: "POST" });
  expect([token.status, await token.text()]).toEqual([404, ""]);
});

test("a canned answer can let the handler work first", async () => {
  const tenant = await start();
  tenant.answer = () => ({ after: true, status: 500, body: { lost: true } });
  const answer = await call(tenant, "POST /event-streams", stream());
  expect(answer).toMatchObject({ status: 500, body: { lost: true } });
  expect(tenant.streams.size).toBe(1);
  expect(tenant.requests[0]?.status).toBe(500);
  const [id] = tenant.streams.keys();
  const gone = await call(tenant, `DELETE /event-streams/${id}`);
  expect(gone).toMatchObject({ status: 500, body: { lost: true } });
  expect(tenant.streams.size).toBe(0);
});

test("what a canned answer after the handler leaves out stays the handler's", async () => {
  const tenant = await start();
  tenant.answer = () => ({ after: true, headers: { "x-gateway": "1" } });
  const answer = await call(tenant, "POST /event-streams", stream());
  expect(answer).toMatchObject({ status: 201, body: { name: "crm" } });
  expect(answer.headers.get("x-gateway")).toBe("1");
});

test("a canned answer after the handler does not open a closed door", async () => {
  const tenant = await start();
  tenant.answer = () => ({ after: true, status: 200, body: {} });
  await call(tenant, "POST /event-streams", stream(), { token: null });
  expect(tenant.streams.size).toBe(0);
});
