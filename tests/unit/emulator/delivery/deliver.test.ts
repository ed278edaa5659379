import { expect, test } from "@jest/globals";
import { listed, startQuick, webhookStream } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { action, call, clock, createdStream, eventbridge } from "../support/tenant";

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

test("every enabled stream with a subscription to its type gets an event, and no other", async () => {
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

test("a failed delivery has four attempts with their times, durations and reasons", async () => {
  const time = clock("2026-03-01T12:00:00Z");
  const receiver = await startReceiver(() => {
    time.advance(1000);
    return 503;
  });
  const tenant = await startQuick({ now: time.now });
  const id = await webhookStream(tenant, receiver.endpoint);
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  const [delivery] = await listed(tenant, id);
  const attempt = (second: number) => ({
    status: "failed",
    error_message: `Post "${receiver.endpoint}": 503 Service Unavailable`,
    timestamp: `2026-03-01T12:00:0${second}.000Z`,
    duration: expect.any(Number),
  });
  const attempts = [1, 2, 3, 4].map(attempt);
  const type = "user.created";
  expect(delivery).toMatchObject({ status: "failed", event_type: type, attempts, event: { type } });
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.received.map(({ event }) => event.id))).toEqual(new Set([delivery?.id]));
});

test.each([action, eventbridge])("an event for %j counts as delivered", async (destination) => {
  const tenant = await startQuick();
  const id = await createdStream(tenant, { destination });
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  expect(await listed(tenant, id)).toEqual([]);
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
