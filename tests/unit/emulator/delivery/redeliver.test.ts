import { expect, test } from "@jest/globals";
import { until } from "../../../support/clock/until";
import { listed, startQuick, webhookStream } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { call } from "../support/tenant";

/** A stream with failed deliveries, and a receiver that answers with `status`. */
async function failing(count = 1) {
  const receiver = { status: 500, endpoint: "" };
  const { endpoint, received } = await startReceiver(() => receiver.status);
  const tenant = await startQuick();
  const id = await webhookStream(tenant, endpoint);
  for (let index = 0; index < count; index++) tenant.raise("user.created");
  await tenant.deliveriesDone();
  return { tenant, id, receiver, received, path: `/event-streams/${id}` };
}

const unknownStream = `/event-streams/est_${"0".repeat(22)}`;
const unknownEvent = `evt_${"0".repeat(22)}`;
const onlyFailed = { statuses: ["failed"] };

test("a redelivery adds an entry and up to four attempts to the delivery", async () => {
  const { tenant, id, path } = await failing();
  const [failed] = await listed(tenant, id);
  expect((await call(tenant, `GET ${path}/deliveries/${failed?.id}`)).body).toEqual(failed);
  const response = await call(tenant, `POST ${path}/redeliver/${failed?.id}`);
  expect([response.status, response.body]).toEqual([202, {}]);
  await tenant.deliveriesDone();
  const [again] = await listed(tenant, id);
  const statuses = (again?.attempts ?? []).map(({ status }) => status);
  const four = Array.from({ length: 4 }, () => "failed");
  expect(statuses).toEqual([...four, "retrying", ...four]);
  expect(again?.attempts[4]).toEqual({ status: "retrying", timestamp: expect.any(String) });
  expect(again).toMatchObject({ id: failed?.id, status: "failed" });
});

test("a delivery that is redelivered leaves the list, and cannot be redelivered again", async () => {
  const { tenant, id, path, receiver, received } = await failing();
  receiver.status = 200;
  const [failed] = await listed(tenant, id);
  await call(tenant, `POST ${path}/redeliver/${failed?.id}`);
  await tenant.deliveriesDone();
  expect(await listed(tenant, id)).toEqual([]);
  expect(received.map(({ event }) => event.id)).toEqual(Array(5).fill(failed?.id));
  const unknown = await call(tenant, `POST ${path}/redeliver/${failed?.id}`);
  expect(unknown).toMatchObject({ status: 404, body: { error: "Not Found" } });
});

test("a delivery that has not failed cannot be redelivered, alone or with others that match", async () => {
  const tenant = await startQuick();
  const answers: (() => void)[] = [];
  const receiver = await startReceiver(() => (response) => {
    answers.push(() => response.writeHead(answers.length < 3 ? 500 : 200).end());
  });
  const id = await webhookStream(tenant, receiver.endpoint);
  const [delivery] = tenant.raise("user.created");
  const refused = {
    status: 409,
    body: {
      statusCode: 409,
      error: "Conflict",
      message: expect.stringContaining(" is not in a state that allows redelivery."),
    },
  };
  for (const [index, status] of ["pending", "retrying"].entries()) {
    await until(() => answers.length > index);
    expect(await listed(tenant, id)).toMatchObject([{ status }]);
    const path = `/event-streams/${id}/redeliver`;
    expect(await call(tenant, `POST ${path}/${delivery?.id}`)).toMatchObject(refused);
    expect(await call(tenant, `POST ${path}`, {})).toMatchObject(refused);
    expect((await call(tenant, `POST ${path}`, onlyFailed)).status).toBe(202);
    answers[index]?.();
  }
  await until(() => answers.length === 3);
  answers[2]?.();
  await tenant.deliveriesDone();
  expect(receiver.received).toHaveLength(3);
});

test("all failed deliveries are redelivered, or those that match the filters", async () => {
  const { tenant, id, path, received } = await failing(0);
  const subscriptions = [{ event_type: "user.created" }, { event_type: "user.deleted" }];
  await call(tenant, `PATCH ${path}`, { subscriptions });
  // One a minute: failed, retrying, pending, and so on; the types change as well.
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

test("deliveries that a test adds have no attempts until they are redelivered", async () => {
  const { tenant, id, path, received, receiver } = await failing(0);
  const [delivery] = tenant.addDeliveries(id, [{ status: "failed" }]);
  await tenant.deliveriesDone();
  expect(received).toEqual([]);
  receiver.status = 200;
  await call(tenant, `POST ${path}/redeliver/${delivery?.id}`);
  await tenant.deliveriesDone();
  expect(received.map(({ event }) => event)).toEqual([delivery?.event]);
});

test("a redelivery of deliveries that have not failed is refused", async () => {
  const { tenant, path } = await failing(0);
  const { status, body } = await call(tenant, `POST ${path}/redeliver`, { statuses: ["pending"] });
  expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
  expect(body.message).toContain("'No enum match for: pending' on property statuses.0");
});

test("an unknown delivery or stream cannot be redelivered or read", async () => {
  const { tenant, path } = await failing(0);
  for (const route of [
    `POST ${path}/redeliver/${unknownEvent}`,
    `GET ${path}/deliveries/${unknownEvent}`,
  ]) {
    const { status, body } = await call(tenant, route);
    expect([status, body.message]).toEqual([404, "The event does not exist."]);
  }
  const routes = [`POST /redeliver/${unknownEvent}`, `GET /deliveries/${unknownEvent}`];
  const message = "The requested stream does not exist.";
  for (const route of routes) {
    const unknown = await call(tenant, route.replace(" ", ` ${unknownStream}`));
    expect(unknown).toMatchObject({ status: 404, body: { message } });
  }
  const all = await call(tenant, `POST ${unknownStream}/redeliver`, {});
  expect(all).toMatchObject({ status: 404, body: { message } });
});

test("a test event is delivered with its purpose, which a list of deliveries leaves out", async () => {
  const { tenant, id, path, received } = await failing(0);
  const data = { object: { user_id: "auth0|7" }, anything: [1] };
  const sent = { event_type: "user.deleted", data };
  const { status, body } = await call(tenant, `POST ${path}/test`, sent);
  expect(status).toBe(202);
  const event = { id: body.id, type: "user.deleted", a0purpose: "test", a0stream: id, data };
  expect(body).toMatchObject({ status: "pending", attempts: [], event });
  await tenant.deliveriesDone();
  expect(received[0]?.event).toEqual(body.event);
  const { a0purpose: _, ...content } = body.event;
  expect(await listed(tenant, id)).toMatchObject([{ id: body.id, event: content }]);
  expect((await listed(tenant, id))[0]?.event).toEqual(content);
});

test("a test event of another type is refused", async () => {
  const { tenant, path } = await failing(0);
  const { status, body } = await call(tenant, `POST ${path}/test`, { event_type: "user.born" });
  expect(status).toBe(400);
  expect(body.message).toContain("'No enum match for: user.born' on property event_type");
});

test("a disabled stream gets no test event, but its deliveries can be redelivered", async () => {
  const { tenant, id, path, receiver } = await failing();
  await call(tenant, `PATCH ${path}`, { status: "disabled" });
  const refusal = await call(tenant, `POST ${path}/test`, { event_type: "user.created" });
  expect(refusal).toMatchObject({ status: 400, body: { errorCode: "event_stream_disabled" } });
  receiver.status = 200;
  await call(tenant, `POST ${path}/redeliver`, {});
  await tenant.deliveriesDone();
  expect(await listed(tenant, id)).toEqual([]);
});
