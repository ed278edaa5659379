import { expect, test } from "@jest/globals";
import type { Fault, Tenant } from "../../../../emulator/src";
import {
  type ApiResponse,
  action,
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
  [[{ kind: "drop" }, { kind: "drop", route: "GET /clients" }], "route must be one of: *, POST"],
  [[{ kind: "drop", route: "GET /_emulator/requests" }], "route must be one of: *, POST"],
  [undefined, "a fault must be an object"],
])("the faults %j are a 400, and none is added", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /faults", invalid);
  expect([status, body.error]).toEqual([400, "Bad Request"]);
  expect(body.message).toContain(message);
  expect(tenant.faults).toEqual([]);
});

test("control requests meet no fault, latency or rate limit, and are not recorded", async () => {
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

test("an event is raised, and its deliveries are returned without its content", async () => {
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
  [undefined, "An event must be an object"],
  [{ type: "user.born" }, "There is no event type user.born, only connection.created"],
  [{ type: "user.created", data: null }, "The data of an event must be an object"],
  [{ type: "user.created", id: "1" }, "An event has no id, only type and data"],
])("the event %j is a 400", async (invalid, message) => {
  const tenant = await start();
  const { status, body } = await control(tenant, "POST /events", invalid);
  expect(status).toBe(400);
  expect(body.message).toContain(message);
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
