import { expect, test } from "@jest/globals";
import type { Delivery, Fault, Tenant } from "../../../../emulator/src";
import { recording, streamRecordings } from "../../../support/recordings/recording";
import { differences, responsesTo, textOf } from "../../../support/recordings/responses";
import {
  type ApiResponse,
  action,
  call,
  createdStream,
  requestToken,
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

test("requests are returned as in tenant.requests with secrets, and can be cleared", async () => {
  const tenant = await start();
  tenant.addFault({ kind: "drop", route: "GET /event-streams" });
  await call(tenant, "POST /event-streams", stream());
  await expect(call(tenant, "GET /event-streams")).rejects.toThrow();
  const { status, body } = await control(tenant, "GET /requests");
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(tenant.requests)));
  expect(body[0]).toMatchObject({ route: "POST /event-streams", status: 201, body: stream() });
  expect(body[1]).not.toHaveProperty("status");
  expect((await control(tenant, "DELETE /requests")).status).toBe(204);
  expect(tenant.requests).toEqual([]);
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
  expect((await call(tenant, "GET /event-streams")).status).toBe(503);
  expect(tenant.faults).toEqual([one, two, three]);
  expect((await call(tenant, "GET /event-streams")).status).toBe(503);
  expect(tenant.faults).toEqual([two, three]);
  expect((await control(tenant, "DELETE /faults")).status).toBe(204);
  expect(tenant.faults).toEqual([]);
});

test.each<[unknown, string]>([
  [[{ kind: "drop" }, { kind: "drop", route: "GET /clients" }], "route must be one of *, POST"],
  [[{ kind: "drop", route: "GET /_emulator/requests" }], "route must be one of *, POST"],
  [undefined, "a fault must be an object"],
])("the faults %j are a 400, and none is added", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /faults", invalid);
  expect([status, body.error]).toEqual([400, "Bad Request"]);
  expect(body.message).toContain(message);
  expect(tenant.faults).toEqual([]);
});

test("control requests have no faults, latency, or rate limit, and are not recorded", async () => {
  const tenant = await start({
    latencyMs: 1_000_000,
    rateLimit: { perSecond: 1, burst: 0 },
    faults: [{ kind: "hang", times: 0 }],
  });
  tenant.respond = () => ({ status: 418 });
  const { status, headers } = await control(tenant, "GET /faults");
  expect(status).toBe(200);
  expect(headers.has("x-ratelimit-limit")).toBe(false);
  const nowhere = await control(tenant, "GET /nowhere");
  expect(nowhere).toMatchObject({ status: 404, body: { message: "Not Found" } });
  expect(tenant.requests).toEqual([]);
  expect(tenant.faults).toHaveLength(1);
});

test("a raised event's deliveries are returned without its content", async () => {
  const tenant = await start();
  const event = { type: "user.created", data: { object: { user_id: "auth0|1" } } };
  const none = await control(tenant, "POST /events", event);
  expect([none.status, none.body]).toEqual([201, { deliveries: [] }]);
  const id = await createdStream(tenant, { destination: action });
  const { status, body } = await control(tenant, "POST /events", event);
  const pending = { event_stream_id: id, event_type: "user.created", status: "pending" };
  const delivery = { id: expect.any(String), ...pending, attempts: [] };
  expect([status, body]).toEqual([201, { deliveries: [delivery] }]);
  expect((await control(tenant, "POST /deliveries-done")).status).toBe(204);
  expect((await call(tenant, `GET /event-streams/${id}/deliveries`)).body).toEqual({
    deliveries: [],
  });
});

test.each<[unknown, string]>([
  [undefined, "An event must be an object."],
  [{ type: "user.born" }, "There is no event type user.born. Use one of connection.created"],
  [{ type: "user.created", data: null }, "An event's data must be an object"],
  [{ type: "user.created", id: "1" }, "An event has no id. It takes only type and data."],
])("the event %j is a 400", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /events", invalid);
  expect(status).toBe(400);
  expect(body.message).toContain(message);
});

const list = async (tenant: Tenant, id: string, query = "") =>
  (await call(tenant, `GET /event-streams/${id}/deliveries?${query}`)).body;

const ids = (deliveries: Delivery[]) => deliveries.map(({ id }) => Number(id.slice(4)));

test("a date filter uses the first attempt, or the event if there is none", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  tenant.addDeliveries(id, [
    {
      time: "2026-01-01T00:00:00Z",
      attempts: [{ status: "failed", timestamp: "2026-01-02T00:00:00Z", error_message: "x" }],
    },
    { time: "2026-01-01T00:00:00Z", status: "pending" },
  ]);
  const found = async (query: string) => ids((await list(tenant, id, query)).deliveries);
  expect(await found("date_from=2026-01-02T00:00:00Z")).toEqual([1]);
  expect(await found("date_to=2026-01-02T00:00:00Z")).toEqual([2]);
});

const recordings = [
  ...streamRecordings,
  "go-auth0/list",
  "terraform-provider-auth0/invalid-id",
  "go-auth0/deliveries",
];

test.each(recordings)("responses have the shape of the recording %s", async (name) => {
  for (const { request, recorded, returned } of await responsesTo(recording(name))) {
    const [expected, actual] = [recorded, returned].map((one) => textOf(one, differences));
    expect(`${request}\n${actual}`).toBe(`${request}\n${expected}`);
  }
});

test("a token has only the requested scopes that the client has", async () => {
  const tenant = await start();
  const { body } = await requestToken(tenant, { scope: "read:event_streams read:clients" });
  expect(body.scope).toBe("read:event_streams");
});

test("the audience is the path of the API, or its address with any name of the tenant", async () => {
  const tenant = await start({ domain: "canonical.eu.auth0.com" });
  const port = new URL(tenant.url).port;
  for (const audience of [
    "/api/v2/",
    `http://${tenant.domain}/api/v2/`,
    `https://${tenant.domain}/api/v2/`,
    `https://localhost:${port}/api/v2/`,
    "https://canonical.eu.auth0.com/api/v2/",
  ]) {
    expect((await requestToken(tenant, { audience })).status).toBe(200);
  }
});

test.each<[string, Record<string, string | undefined>, number, string, string]>([
  ["no grant type", { grant_type: undefined }, 400, "invalid_request", "grant_type"],
  ["another grant type", { grant_type: "password" }, 403, "unsupported_grant_type", "password"],
  ["no client", { client_id: undefined }, 400, "invalid_request", "client_id"],
  ["no audience", { audience: undefined }, 403, "access_denied", "No audience"],
  ["two credentials", { client_assertion: "a.b.c" }, 400, "invalid_request", "not both"],
  [
    "an assertion of another type",
    { client_assertion: "a.b.c", client_secret: undefined },
    400,
    "invalid_request",
    "client_assertion_type",
  ],
])("a token request with %s is rejected", async (_fault, changes, status, error, description) => {
  const tenant = await start();
  const response = await requestToken(tenant, changes);
  expect(response.status).toBe(status);
  expect(response.body).toEqual({
    error,
    error_description: expect.stringContaining(description),
  });
});

test.each<[string, string, string, number]>([
  ["broken JSON", "application/json", "{", 400],
  ["another media type", "text/plain", "grant_type=client_credentials", 415],
  ["over a megabyte", "application/x-www-form-urlencoded", `a=${"x".repeat(1_048_576)}`, 413],
])("a body with %s is rejected with OAuth's error body", async (_fault, type, body, status) => {
  const tenant = await start();
  const headers = { "content-type": type };
  const httpResponse = await fetch(`${tenant.url}/oauth/token`, { method: "POST", headers, body });
  const response = await responseOf(httpResponse);
  expect(response.status).toBe(status);
  expect(response.body).toEqual({
    error: "invalid_request",
    error_description: expect.stringMatching(/./),
  });
});

test.each([
  ["its id", (id: string) => id],
  ["its name", () => "crm"],
])("a stream is changed by %s without a token, as `curl -d` sends it", async (_, nameOf) => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const edit = (name: string, changes: object) =>
    fetch(`${tenant.url}/_emulator/event-streams/${name}`, {
      method: "PATCH",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: JSON.stringify(changes),
    });
  expect((await edit(nameOf(id), { status: "disabled" })).status).toBe(200);
  expect(tenant.streams.get(id)).toMatchObject({ name: "crm", status: "disabled" });
  expect((await edit(nameOf(id), { status: "off" })).status).toBe(400);
  expect((await edit("other", { status: "enabled" })).status).toBe(404);
});
