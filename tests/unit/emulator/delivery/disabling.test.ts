import { expect, test } from "@jest/globals";
import type { DeliveryOptions } from "../../../../emulator/src";
import { startQuick, webhookStream } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { call } from "../support/tenant";

/** A stream whose receiver answers with these statuses, one for each delivery. */
async function streamOf(delivery: DeliveryOptions) {
  const statuses: number[] = [];
  const receiver = await startReceiver(() => statuses.shift() ?? 500);
  const tenant = await startQuick({ delivery: { retryDelaysMs: [], ...delivery } });
  const id = await webhookStream(tenant, receiver.endpoint);
  const status = () => tenant.streams.get(id)?.status;
  /** Raises an event for each answer, and returns the status of the stream after each. */
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
  // Counted from the start again.
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

test("a stream that a client disabled is enabled whatever has failed", async () => {
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

test("the attempts of a disabled stream go on", async () => {
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
