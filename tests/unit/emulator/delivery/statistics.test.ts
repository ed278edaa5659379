import { expect, test } from "@jest/globals";
import { startQuick, webhookStream } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { basic, call, clock } from "../support/tenant";

/** A stream whose receiver answers with `receiver.status`, at a time that a test moves. */
async function stream(start: string) {
  const time = clock(start);
  const receiver = { status: 200 };
  const { endpoint } = await startReceiver(() => receiver.status);
  const tenant = await startQuick({ now: time.now, delivery: { retryDelaysMs: [] } });
  const id = await webhookStream(tenant, endpoint, basic, { name: "crm" });
  const raise = async (status: number, count = 1) => {
    receiver.status = status;
    for (let index = 0; index < count; index++) tenant.raise("user.created");
    await tenant.deliveriesDone();
  };
  const stats = async (query = "") =>
    (await call(tenant, `GET /event-streams/${id}/stats?${query}`)).body;
  return { tenant, id, time, raise, stats };
}

const metric = (name: string, ...data: number[]) => ({
  name: `auth0.event_streams.${name}_deliveries`,
  window_total: data.reduce((sum, count) => sum + count, 0),
  type: "sum",
  data,
});

const hour = 3_600_000;

test("statistics are for the last two weeks, by day, in the service's recorded form", async () => {
  const { id, time, raise, stats } = await stream("2025-09-07T23:59:00.000Z");
  await raise(200, 2);
  await raise(500);
  time.advance(6 * hour + 35 * 60_000);
  await raise(500, 3);
  const zeros = Array(13).fill(0);
  expect(await stats()).toEqual({
    id,
    name: "crm",
    window: {
      date_from: "2025-08-25T06:00:00.000Z",
      date_to: "2025-09-08T07:00:00.000Z",
      bucket_interval: { scale_factor: 86_400 },
    },
    buckets: Array.from({ length: 15 }, (_, day) =>
      new Date(Date.parse("2025-08-25T00:00:00Z") + day * 24 * hour).toISOString(),
    ),
    metrics: [metric("successful", ...zeros, 2, 0), metric("failed", ...zeros, 1, 3)],
  });
});

test("the dates of a query limit them to whole hours", async () => {
  const { time, raise, stats } = await stream("2026-03-01T10:30:00.000Z");
  for (let index = 0; index < 5; index++) {
    await raise(200, 1);
    time.advance(hour);
  }
  const totals = async (query: string) => {
    const { window, metrics } = await stats(query);
    return [window.date_from.slice(11, 16), window.date_to.slice(11, 16), metrics[0].window_total];
  };
  expect(await totals("date_from=2026-03-01T11:59:59Z&date_to=2026-03-01T12:00:01Z")).toEqual([
    "11:00",
    "13:00",
    2,
  ]);
  expect(await totals("date_from=2026-03-01T12:00:00Z")).toEqual(["12:00", "16:00", 3]);
  expect(await totals("date_to=2026-03-01T12:00:00Z")).toEqual(["12:00", "12:00", 2]);
  expect(await totals("date_to=2020-01-01T00:00:00Z")).toEqual(["00:00", "00:00", 0]);
  const reversed = await stats("date_from=2026-03-02T00:00:00Z&date_to=2026-03-01T00:00:00Z");
  expect(reversed.buckets).toEqual([]);
});

test("statistics with a date that has no time are refused", async () => {
  const { stats } = await stream("2026-03-01T10:30:00.000Z");
  const body = await stats("date_from=2026-03-01");
  expect(body).toMatchObject({ statusCode: 400, errorCode: "invalid_query_string" });
  expect(body.message).toContain("format date-time: 2026-03-01' on property date_from");
});

test("a stream without deliveries has zeros, also after it is created again", async () => {
  const { tenant, id, raise, stats } = await stream("2026-03-01T10:30:00.000Z");
  const none = Array(15).fill(0);
  const zeros = [metric("successful", ...none), metric("failed", ...none)];
  expect((await stats()).metrics).toEqual(zeros);
  await raise(200);
  const copy = tenant.streams.get(id);
  await call(tenant, `DELETE /event-streams/${id}`);
  if (copy) tenant.streams.set(id, copy);
  expect((await stats()).metrics).toEqual(zeros);
});
