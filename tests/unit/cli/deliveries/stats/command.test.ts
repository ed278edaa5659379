import { expect, test } from "@jest/globals";
import { statsCommand } from "../../../../../cli/deliveries/stats/command";
import {
  inEnvironment,
  recordedContext,
  streamId,
  withEnvironmentTenant,
} from "../../../../support/deliveries/commandContext";

const environment = withEnvironmentTenant();

const metric = (name: string, data: (number | null)[]) => ({
  name: `auth0.event_streams.${name}_deliveries`,
  window_total: data.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  type: "sum",
  data,
});
const response = {
  id: streamId,
  name: "crm",
  window: {
    date_from: "2026-03-01T00:00:00.000Z",
    date_to: "2026-03-03T00:00:00.000Z",
    bucket_interval: { scale_factor: 86_400 },
  },
  buckets: ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
  metrics: [metric("successful", [12, 3]), metric("failed", [null, 4])],
};

async function stats(options: { json?: boolean; since?: string } = {}) {
  environment.tenant.respond = ({ path }) =>
    path.endsWith("/stats") ? { body: response } : undefined;
  const context = recordedContext();
  const code = await statsCommand(
    "crm",
    { ...inEnvironment, ...options },
    environment.stop,
    context,
  );
  return { code, out: context.out() };
}

test("the chart has the stream's name, the time range and the totals", async () => {
  const { code, out } = await stats();
  expect(code).toBe(0);
  expect(out).toMatch(/^Deliveries of crm, 2026-03-01 00:00:00 UTC to 2026-03-03 00:00:00 UTC\n/);
  expect(out).toMatch(/^2026-03-01 {9}12 {7}0 {2}█+$/m);
  expect(out).toMatch(/^2026-03-02 {10}3 {7}4 {2}█+░+$/m);
  expect(out).toMatch(/^total {14}15 {7}4$/m);
});

test("--json prints the result of the library's function", async () => {
  expect(JSON.parse((await stats({ json: true })).out)).toEqual({
    dateFrom: "2026-03-01T00:00:00.000Z",
    dateTo: "2026-03-03T00:00:00.000Z",
    bucketSeconds: 86_400,
    delivered: 15,
    failed: 4,
    buckets: [
      { start: "2026-03-01T00:00:00.000Z", delivered: 12, failed: 0 },
      { start: "2026-03-02T00:00:00.000Z", delivered: 3, failed: 4 },
    ],
  });
});

test("--since and --until are the time range of the request", async () => {
  await stats({ since: "2026-03-01T00:00:00.000Z" });
  expect(environment.tenant.requests.at(-1)?.query).toEqual({ date_from: "2026-03-01T00:00:00Z" });
});
