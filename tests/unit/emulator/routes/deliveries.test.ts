import { expect, test } from "@jest/globals";
import type { Delivery, Tenant } from "../../../../emulator/src";
import { call, createdStream, start } from "../support/tenant";

async function seeded(tenant: Tenant, count = 7): Promise<string> {
  const id = await createdStream(tenant, { subscriptions: undefined });
  tenant.addDeliveries(id, count);
  return id;
}

const list = async (tenant: Tenant, id: string, query = "") =>
  (await call(tenant, `GET /event-streams/${id}/deliveries?${query}`)).body;

const ids = (deliveries: Delivery[]) => deliveries.map(({ id }) => Number(id.slice(4)));

test("a failed delivery has its event, others do not", async () => {
  const tenant = await start();
  const id = await seeded(tenant, 3);
  const { deliveries } = await list(tenant, id);
  expect(deliveries[0]).toEqual({
    id: "evt_0000000000000000000001",
    event_stream_id: id,
    status: "failed",
    event_type: "connection.created",
    attempts: [
      {
        status: "failed",
        timestamp: "2026-01-01T00:00:00.000Z",
        error_message: "The webhook answered 503 Service Unavailable",
        duration: 0.25,
      },
    ],
    event: {
      id: "evt_0000000000000000000001",
      source: "urn:auth0:emulator",
      specversion: "1.0",
      type: "connection.created",
      time: "2026-01-01T00:00:00.000Z",
      data: { object: { id: "connection_0" } },
    },
  });
  expect(deliveries.slice(1)).toMatchObject([{ status: "retrying" }, { status: "pending" }]);
  for (const delivery of deliveries.slice(1)) expect(delivery).not.toHaveProperty("event");
});

test("the envelope has a next even on a short last page, and an empty page has none", async () => {
  const tenant = await start();
  const id = await seeded(tenant);
  const first = await list(tenant, id, "take=5");
  const second = await list(tenant, id, `take=5&from=${first.next}`);
  const third = await list(tenant, id, `take=5&from=${second.next}`);
  expect([first, second].map(({ deliveries }) => ids(deliveries))).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7],
  ]);
  expect(second.next).toEqual(expect.any(String));
  expect(third).toEqual({ deliveries: [] });
});

test("the data of an event is text in the array shape", async () => {
  const tenant = await start({ deliveriesShape: "array" });
  const id = await createdStream(tenant);
  tenant.addDeliveries(id, [{}, { status: "failed", event: { data: "as it is" } }]);
  const data = (await list(tenant, id)).map(({ event }: Delivery) => event.data);
  expect(data).toEqual(['{"object":{"id":"user_0"}}', "as it is"]);
});

test("a page has 50 deliveries by default, and 100 at most", async () => {
  const tenant = await start();
  const id = await seeded(tenant, 120);
  expect((await list(tenant, id)).deliveries).toHaveLength(50);
  expect((await list(tenant, id, "take=100")).deliveries).toHaveLength(100);
});

test("deliveries are filtered by status, type and date", async () => {
  const tenant = await start();
  const id = await seeded(tenant);
  const found = async (query: string) => ids((await list(tenant, id, query)).deliveries);
  expect(await found("statuses=failed")).toEqual([1, 4, 7]);
  expect(await found("statuses=retrying,pending")).toEqual([2, 3, 5, 6]);
  expect(await found("statuses=delivered")).toEqual([]);
  expect(await found("event_types=connection.created,connection.updated")).toEqual([1, 3]);
  expect(await found("date_from=2026-01-01T00:03:00Z")).toEqual([4, 5, 6, 7]);
  expect(await found("date_to=2026-01-01T00:03:00Z")).toEqual([1, 2, 3]);
  const window = "date_from=2026-01-01T00:01:00Z&date_to=2026-01-01T00:05:00Z";
  expect(await found(`${window}&statuses=failed,retrying`)).toEqual([2, 4, 5]);
  expect(await found("statuses=failed&take=2")).toEqual([1, 4]);
  const { next } = await list(tenant, id, "statuses=failed&take=2");
  expect(await found(`statuses=failed&take=2&from=${next}`)).toEqual([7]);
});

test("a date filter uses the first attempt, or the event if there is none", async () => {
  const tenant = await start({ deliveriesShape: "array" });
  const id = await createdStream(tenant);
  tenant.addDeliveries(id, [
    {
      time: "2026-01-01T00:00:00Z",
      attempts: [{ status: "failed", timestamp: "2026-01-02T00:00:00Z", error_message: "x" }],
    },
    { time: "2026-01-01T00:00:00Z", status: "pending" },
  ]);
  expect(ids(await list(tenant, id, "date_from=2026-01-02T00:00:00Z"))).toEqual([1]);
  expect(ids(await list(tenant, id, "date_to=2026-01-02T00:00:00Z"))).toEqual([2]);
});

test.each<[string, string]>([
  ["statuses=failed,,pending", "'String does not match pattern"],
  ["event_types=user.born", "format event-types: user.born' on property event_types"],
  ["date_from=2026-01-01T00:00:00.000Z", "'String is too long (24 chars), maximum 20'"],
  ["date_to=2026-01-01", "format date-time: 2026-01-01'"],
  ["date_to=2026-02-30T00:00:00Z", "format date-time: 2026-02-30T00:00:00Z'"],
  ["from=evt_unknown", "'Invalid checkpoint id' on property from"],
  ["page=0", "'Additional properties not allowed: page'"],
])("deliveries with %s are refused", async (query, message) => {
  const tenant = await start();
  const id = await seeded(tenant);
  const response = await call(tenant, `GET /event-streams/${id}/deliveries?${query}`);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_query_string" } });
  expect(response.body.message).toContain(message);
});

test("deliveries of an unknown stream are a 404, of a malformed id a 400", async () => {
  const tenant = await start();
  const unknown = await call(tenant, `GET /event-streams/est_${"0".repeat(22)}/deliveries`);
  const message = "The requested stream does not exist.";
  expect(unknown).toMatchObject({ status: 404, body: { statusCode: 404, message } });
  const malformed = await call(tenant, "GET /event-streams/est_0/deliveries");
  expect(malformed).toMatchObject({ status: 400, body: { errorCode: "invalid_uri" } });
});

test("added deliveries have the given fields", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const data = { object: { email: "a@example.com" } };
  tenant.addDeliveries(id, [{ id: "evt_x", event_type: "user.deleted", event: { data } }]);
  const event = { id: "evt_x", data };
  expect((await list(tenant, id)).deliveries).toMatchObject([
    { id: "evt_x", status: "failed", event_type: "user.deleted", event },
  ]);
  expect(() => tenant.addDeliveries("est_none", 1)).toThrow("There is no event stream est_none");
});
