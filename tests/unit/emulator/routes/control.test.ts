import { expect, test } from "@jest/globals";
import type { Fault, Tenant } from "../../../../emulator/src";
import {
  type ApiResponse,
  action,
  basic,
  call,
  createdStream,
  responseOf,
  start,
  stream,
} from "../support/tenant";

/** `control(tenant, "POST /faults", body)`, without a token. */
async function control(tenant: Tenant, route: string, body?: unknown): Promise<ApiResponse> {
  const [method = "", path] = route.split(" ");
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const sent = { method, ...(body === undefined ? {} : json) };
  return responseOf(await fetch(`${tenant.url}/_emulator${path}`, sent));
}

test("requests are returned as in tenant.requests, with secrets, and can be cleared", async () => {
  const tenant = await start();
  tenant.addFault({ kind: "drop", route: "GET /event-streams" });
  await call(tenant, "POST /event-streams", stream());
  await expect(call(tenant, "GET /event-streams")).rejects.toThrow();
  const { status, body } = await control(tenant, "GET /requests");
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(tenant.requests)));
  expect(body[0]).toMatchObject({ route: "POST /event-streams", status: 201, body: stream() });
  expect(JSON.stringify(body)).toContain(basic.password);
  expect(body[1]).not.toHaveProperty("status");
  expect(await control(tenant, "DELETE /requests")).toMatchObject({ status: 204, body: "" });
  expect(tenant.requests).toEqual([]);
  expect((await control(tenant, "GET /requests")).body).toEqual([]);
});

test("faults are added one by one or as an array, listed and cleared", async () => {
  const tenant = await start();
  const [one, two, three]: Fault[] = [
    { kind: "status", status: 503, times: 2 },
    { kind: "drop", route: "POST /event-streams" },
    { kind: "hang", when: "after" },
  ];
  expect(await control(tenant, "POST /faults", one)).toMatchObject({ status: 201, body: [one] });
  await control(tenant, "POST /faults", [two, three]);
  expect((await control(tenant, "GET /faults")).body).toEqual([one, two, three]);
  expect(tenant.faults).toEqual([one, two, three]);
  expect((await call(tenant, "GET /event-streams")).status).toBe(503);
  expect((await control(tenant, "DELETE /faults")).status).toBe(204);
  expect(tenant.faults).toEqual([]);
  expect((await call(tenant, "GET /event-streams")).status).toBe(200);
});

test.each<[unknown, string]>([
  [{ kind: "explode" }, "kind must be one of"],
  [[{ kind: "drop" }, { kind: "drop", route: "GET /clients" }], "route must be * or one of"],
  ["drop", "a fault must be an object"],
  [undefined, "a fault must be an object"],
])("the faults %j are a 400, and none is added", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /faults", invalid);
  expect({ status, ...body }).toMatchObject({ status: 400, error: "Bad Request" });
  expect(body.message).toContain(message);
  expect(tenant.faults).toEqual([]);
});

test("the latency and the rate limit change while the tenant runs", async () => {
  const tenant = await start();
  const statuses = async () => [
    (await call(tenant, "GET /event-streams")).status,
    (await call(tenant, "GET /event-streams")).status,
  ];
  const rateLimit = { perSecond: 0.001, burst: 1 };
  const limited = await control(tenant, "PUT /settings", { latencyMs: 1, rateLimit });
  expect(limited).toMatchObject({ status: 200, body: { latencyMs: 1, rateLimit } });
  expect(await statuses()).toEqual([200, 429]);
  const fast = await control(tenant, "PUT /settings", { latencyMs: 0 });
  expect(fast.body).toEqual({ latencyMs: 0, clockSkewMs: 0, rateLimit });
  expect(await statuses()).toEqual([429, 429]);
  const free = await control(tenant, "PUT /settings", { rateLimit: null });
  expect(free.body).toEqual({ latencyMs: 0, clockSkewMs: 0, rateLimit: null });
  expect(await statuses()).toEqual([200, 200]);
  tenant.set({ rateLimit });
  expect(await statuses()).toEqual([200, 429]);
});

const badLimit = "rateLimit must be null or { perSecond: more than 0, burst: 0 or more }";

test.each<[unknown, string]>([
  [{ latencyMs: -1 }, "latencyMs must be a number of milliseconds"],
  [{ latencyMs: "5" }, "latencyMs must be a number of milliseconds"],
  [{ latencyMs: null }, "latencyMs must be a number of milliseconds"],
  [{ rateLimit: "2/10" }, badLimit],
  [{ rateLimit: false }, badLimit],
  [{ rateLimit: { perSecond: 0, burst: 1 } }, badLimit],
  [{ latencyMs: 7, rateLimit: { perSecond: 1 } }, badLimit],
  [{ clockSkewMs: "5" }, "clockSkewMs must be a number of milliseconds"],
  [
    { rateLimit: { perSecond: 1, burst: 1, reset: "minutes" } },
    "reset must be one of epoch-seconds, epoch-milliseconds, seconds-to-go, past, absent",
  ],
  [{ latency: 5 }, "There is no setting latency, only latencyMs, clockSkewMs and rateLimit"],
  [[], "Settings must be an object"],
  [undefined, "Settings must be an object"],
])("the settings %j are a 400 and change nothing", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "PUT /settings", invalid);
  expect([status, body.message]).toEqual([400, message]);
  const { body: settings } = await control(tenant, "PUT /settings", {});
  expect(settings).toEqual({ latencyMs: 0, clockSkewMs: 0, rateLimit: null });
});

test("POST /revoke-tokens revokes the tokens issued so far", async () => {
  const tenant = await start();
  const token = tenant.issueToken();
  expect((await control(tenant, "POST /revoke-tokens")).status).toBe(204);
  expect((await call(tenant, "GET /event-streams", undefined, { token })).status).toBe(401);
  expect((await call(tenant, "GET /event-streams")).status).toBe(200);
});

test("control requests meet no fault, latency or rate limit, and are not recorded", async () => {
  const tenant = await start({
    latencyMs: 1_000_000,
    rateLimit: { perSecond: 1, burst: 0 },
    faults: [{ kind: "hang", times: 0 }],
  });
  tenant.answer = () => ({ status: 418 });
  const { status, headers } = await control(tenant, "GET /faults");
  expect(status).toBe(200);
  expect(headers.has("x-ratelimit-limit")).toBe(false);
  const nowhere = await control(tenant, "GET /nowhere");
  expect(nowhere).toMatchObject({ status: 404, body: { message: "Not Found" } });
  expect(tenant.requests).toEqual([]);
  expect(tenant.faults).toHaveLength(1);
});

test("a fault for a control route is refused", async () => {
  const tenant = await start();
  expect(() => tenant.addFault({ kind: "drop", route: "GET /_emulator/requests" })).toThrow(
    "route must be",
  );
});

test("an event is raised, and its deliveries are returned without its content", async () => {
  const tenant = await start();
  const id = await createdStream(tenant, { destination: action });
  const data = { object: { user_id: "auth0|1" } };
  const { status, body } = await control(tenant, "POST /events", { type: "user.created", data });
  expect(status).toBe(201);
  const pending = { event_stream_id: id, event_type: "user.created", status: "pending" };
  const delivery = { id: expect.any(String), ...pending, attempts: [] };
  expect(body).toEqual({ deliveries: [delivery] });
  expect((await control(tenant, "POST /deliveries-done")).status).toBe(204);
  const sent = await control(tenant, "GET /sent");
  expect(sent).toMatchObject({ status: 200, body: [{ event_stream_id: id, event: { data } }] });
  expect(sent.body).toEqual(tenant.sent);
  expect(tenant.requests.map(({ route }) => route)).toEqual(["POST /event-streams"]);
});

test("an event that no stream gets has no deliveries", async () => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /events", { type: "user.created" });
  expect([status, body]).toEqual([201, { deliveries: [] }]);
});

test.each<[unknown, string]>([
  [undefined, "An event must be an object"],
  [[], "An event must be an object"],
  [{}, "There is no event type undefined, only group.created"],
  [{ type: "user.born" }, "There is no event type user.born, only group.created"],
  [{ type: "user.created", data: "text" }, "The data of an event must be an object"],
  [{ type: "user.created", data: null }, "The data of an event must be an object"],
  [{ type: "user.created", id: "1" }, "An event has no id, only type and data"],
])("the event %j is a 400", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /events", invalid);
  expect(status).toBe(400);
  expect(body.message).toContain(message);
});
