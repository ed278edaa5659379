import { expect, test } from "@jest/globals";
import type { DeliveryOptions } from "../../../../emulator/src";
import { listed, startQuick, webhookStream } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { call, clock } from "../support/tenant";

test("an event is posted to the webhook as a CloudEvent, and its delivery leaves the list", async () => {
  const receiver = await startReceiver(() => 299);
  const tenant = await startQuick({ now: clock("2026-03-01T12:00:00Z").now });
  const id = await webhookStream(tenant, receiver.endpoint);
  const data = { object: { user_id: "auth0|1" } };
  const [delivery, ...others] = tenant.raise("user.created", data);
  expect(others).toEqual([]);
  const event = {
    specversion: "1.0",
    id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
    source: `urn:auth0:${tenant.domain}`,
    type: "user.created",
    time: "2026-03-01T12:00:00.000Z",
    data,
    a0stream: id,
    a0tenant: tenant.domain,
  };
  expect(delivery).toEqual({
    id: event.id,
    event_stream_id: id,
    event_type: "user.created",
    status: "pending",
    attempts: [],
    event,
  });
  await tenant.deliveriesDone();
  expect(receiver.received).toEqual([
    {
      method: "POST",
      path: "/hook",
      headers: expect.objectContaining({ "content-type": "application/json; charset=utf-8" }),
      event: { ...event, id: delivery?.id },
    },
  ]);
  expect(await listed(tenant, id)).toEqual([]);
});

test.each([
  [
    { method: "basic", username: "jane", password: "s3cret" },
    "authorization",
    "Basic amFuZTpzM2NyZXQ=",
  ],
  [{ method: "bearer", token: "s3cret" }, "authorization", "Bearer s3cret"],
  [{ method: "custom_header", header_key: "X-Key", header_value: "7" }, "x-key", "7"],
])("a request is authorized as in %j", async (authorization, header, value) => {
  const receiver = await startReceiver();
  const tenant = await startQuick();
  await webhookStream(tenant, receiver.endpoint, authorization);
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  expect(receiver.received[0]?.headers[header]).toBe(value);
});

test("only enabled streams with a subscription to its type get an event", async () => {
  const receiver = await startReceiver();
  const tenant = await startQuick();
  const subscriptions = [{ event_type: "user.deleted" }, { event_type: "user.created" }];
  const one = await webhookStream(tenant, receiver.endpoint);
  const two = await webhookStream(tenant, receiver.endpoint, undefined, { subscriptions });
  await webhookStream(tenant, receiver.endpoint, undefined, { status: "disabled" });
  await webhookStream(tenant, receiver.endpoint, undefined, { subscriptions: [subscriptions[0]] });
  await webhookStream(tenant, receiver.endpoint, undefined, { subscriptions: undefined });
  const deliveries = tenant.raise("user.created");
  await tenant.deliveriesDone();
  expect(deliveries.map(({ event_stream_id }) => event_stream_id)).toEqual([one, two]);
  expect(receiver.received.map(({ event }) => event.a0stream).sort()).toEqual([one, two].sort());
});

test("a new endpoint and a new secret are used from the next attempt on", async () => {
  const tenant = await startQuick();
  const fresh = await startReceiver();
  const configuration = {
    webhook_endpoint: fresh.endpoint,
    webhook_authorization: { method: "bearer", token: "two" },
  };
  const destination = { type: "webhook", configuration };
  const old = await startReceiver(() => (response) => {
    const patched = call(tenant, `PATCH /event-streams/${id}`, { destination });
    void patched.then(() => response.writeHead(500).end());
  });
  const id = await webhookStream(tenant, old.endpoint, { method: "bearer", token: "one" });
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  const authorizations = [old, fresh].map(({ received }) =>
    received.map(({ headers }) => headers.authorization),
  );
  expect(authorizations).toEqual([["Bearer one"], ["Bearer two"]]);
});

/** A stream whose receiver responds with these statuses, one for each delivery. */
async function streamOf(delivery: DeliveryOptions) {
  const statuses: number[] = [];
  const receiver = await startReceiver(() => statuses.shift() ?? 500);
  const tenant = await startQuick({ delivery: { retryDelaysMs: [], ...delivery } });
  const id = await webhookStream(tenant, receiver.endpoint);
  const status = () => tenant.streams.get(id)?.status;
  /** Raises an event for each response, and returns the stream's status after each. */
  const raise = async (...answers: number[]) => {
    const seen: unknown[] = [];
    for (const answer of answers) {
      statuses.push(answer);
      tenant.raise("user.created");
      await tenant.deliveriesDone();
      seen.push(status());
    }
    return seen;
  };
  const redeliver = async (...answers: number[]) => {
    statuses.push(...answers);
    await call(tenant, `POST /event-streams/${id}/redeliver`, {});
    await tenant.deliveriesDone();
  };
  const enable = () => call(tenant, `PATCH /event-streams/${id}`, { status: "enabled" });
  return { tenant, id, receiver, status, raise, redeliver, enable };
}

const [on, off] = ["enabled", "disabled"];

test("a stream is disabled after failed deliveries in a row, and gets no further event", async () => {
  const { tenant, id, receiver, raise } = await streamOf({ disableAfterConsecutive: 3 });
  const { created_at } = tenant.streams.get(id) ?? {};
  expect(await raise(500, 500, 200, 500, 500, 500)).toEqual([on, on, on, on, on, off]);
  const stream = (await call(tenant, `GET /event-streams/${id}`)).body;
  expect(stream.status).toBe(off);
  expect(stream.updated_at > String(created_at)).toBe(true);
  expect(tenant.raise("user.created")).toEqual([]);
  await tenant.deliveriesDone();
  expect(receiver.received).toHaveLength(6);
});

test("a stream is disabled when too many deliveries have failed and were not redelivered", async () => {
  const { raise, redeliver } = await streamOf({ disableAfterTotal: 3 });
  expect(await raise(500, 200, 500, 200)).toEqual([on, on, on, on]);
  await redeliver(200, 500);
  expect(await raise(500, 200, 500)).toEqual([on, on, off]);
});

test("a stream that the tenant disabled cannot be enabled until every failed delivery is redelivered", async () => {
  const { raise, redeliver, enable, status } = await streamOf({ disableAfterConsecutive: 2 });
  await raise(500, 500);
  expect(await enable()).toMatchObject({
    status: 400,
    body: {
      message: "The event stream was disabled because of failed deliveries: redeliver them first.",
      errorCode: "event_stream_has_failures",
    },
  });
  await redeliver(200, 500);
  expect([(await enable()).status, status()]).toEqual([400, off]);
  await redeliver(200);
  expect([(await enable()).status, status()]).toEqual([200, on]);
  // The count starts again.
  expect(await raise(500, 500)).toEqual([on, off]);
});

test("a stream that the tenant disabled cannot be enabled while a redelivery is under way", async () => {
  const { tenant, id, receiver, raise, enable } = await streamOf({ disableAfterConsecutive: 1 });
  await raise(500);
  const asking = await startReceiver(() => async (response) => {
    const { status } = await enable();
    response.writeHead(status === 400 ? 200 : 500).end();
  });
  const stream = tenant.streams.get(id);
  if (stream) stream.destination.configuration.webhook_endpoint = asking.endpoint;
  await call(tenant, `POST /event-streams/${id}/redeliver`, {});
  await tenant.deliveriesDone();
  expect([receiver, asking].map(({ received }) => received.length)).toEqual([1, 1]);
  expect((await enable()).status).toBe(200);
});

test("a stream that a client disabled can be enabled despite failed deliveries", async () => {
  const { tenant, id, raise, enable } = await streamOf({});
  await raise(500);
  await call(tenant, `PATCH /event-streams/${id}`, { status: off });
  expect((await enable()).status).toBe(200);
});

test("the failures of an enabled stream still count after a PATCH that enables it", async () => {
  const { raise, enable } = await streamOf({ disableAfterConsecutive: 2 });
  await raise(500);
  expect((await enable()).status).toBe(200);
  expect(await raise(500)).toEqual([off]);
});

test("the attempts of a disabled stream continue", async () => {
  const { tenant, id, receiver } = await streamOf({
    disableAfterConsecutive: 1,
    retryDelaysMs: [1],
  });
  tenant.raise("user.created");
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  expect(receiver.received).toHaveLength(4);
  expect(tenant.streams.get(id)?.status).toBe(off);
});

/** A stream with failed deliveries, and a receiver that responds with `status`. */
async function failing(count = 1) {
  const receiver = { status: 500, endpoint: "" };
  const { endpoint, received } = await startReceiver(() => receiver.status);
  const tenant = await startQuick();
  const id = await webhookStream(tenant, endpoint);
  for (let index = 0; index < count; index++) tenant.raise("user.created");
  await tenant.deliveriesDone();
  return { tenant, id, receiver, received, path: `/event-streams/${id}` };
}

const onlyFailed = { statuses: ["failed"] };

test("all failed deliveries are redelivered, or only the matching ones", async () => {
  const { tenant, id, path, received } = await failing(0);
  const subscriptions = [{ event_type: "user.created" }, { event_type: "user.deleted" }];
  await call(tenant, `PATCH ${path}`, { subscriptions });
  // One delivery per minute, with changing statuses and types.
  tenant.addDeliveries(id, 12);
  const redelivered = async (body: object) => {
    received.length = 0;
    const response = await call(tenant, `POST ${path}/redeliver`, body);
    await tenant.deliveriesDone();
    expect([response.status, response.body]).toEqual([202, body]);
    const ids = received.map(({ event }) => Number(event.id.slice(4)));
    return [...new Set(ids)].sort((one, other) => one - other);
  };
  expect(await redelivered({ ...onlyFailed, event_types: ["user.deleted"] })).toEqual([7, 10]);
  const window = { date_from: "2026-01-01T00:03:00Z", date_to: "2026-01-01T00:09:00Z" };
  expect(await redelivered({ ...onlyFailed, ...window })).toEqual([4, 7]);
  expect(await redelivered({ date_to: "2026-01-01T00:01:00Z" })).toEqual([1]);
  expect(await redelivered(onlyFailed)).toEqual([1, 4, 7, 10]);
  expect(await redelivered({ statuses: [] })).toEqual([]);
});
