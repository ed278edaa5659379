import { afterAll, expect, test } from "@jest/globals";
import { endDrifts, startCommand, until } from "../support/drift/driftProcess";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { sentIds, streamId, withFailedDeliveries } from "../support/tenant/redelivery";

afterAll(() => {
  endDrifts();
  removeTemporaryFolders();
});

/** Nothing listens there. */
const destination = {
  type: "webhook",
  configuration: {
    webhook_endpoint: "https://127.0.0.1:1/hook",
    webhook_authorization: { method: "bearer", token: "t" },
  },
};

/** A tenant whose redeliveries fail again, and where the command runs. */
async function start(count: number) {
  const options = {
    now: Date.now,
    rateLimit: { perSecond: 40, burst: 10 },
    delivery: { retryDelaysMs: [0] },
  };
  const { server, deliveries } = await withFailedDeliveries(count, options);
  const stream = server.streams.get(streamId);
  if (stream) server.streams.set(streamId, { ...stream, destination });
  const env = { ...process.env, ...server.environment };
  return { server, deliveries, place: { folder: temporaryFolder(), env } };
}

test("a process that SIGINT stops half-way prints a command that sends the rest, each id once", async () => {
  const { server, deliveries, place } = await start(60);
  const first = startCommand(place, ["deliveries", "redeliver", "crm", "--yes"]);
  await Promise.race([until(() => sentIds(server).length >= 30), first.ended]);
  first.kill("SIGINT");
  const stopped = await first.ended;
  const half = sentIds(server).length;
  expect(stopped).toMatchObject({ code: 1, signal: null });
  expect(stopped.text).toContain("stopped by SIGINT: waiting for the requests under way");
  expect(stopped.text).toContain(`${half} of 60 deliveries accepted for redelivery`);
  expect(stopped.text).toContain(`${60 - half} not sent`);

  await server.deliveriesDone();
  const [, command = ""] = /^ {2}npx auth0-native (.+ --not-since .+)$/m.exec(stopped.text) ?? [];
  const ended = await startCommand(place, command.split(" ")).ended;
  expect(ended.code).toBe(0);
  expect(ended.text).toContain(`Left out: ${half} with an attempt since --not-since.`);
  expect(ended.text).toContain(`${60 - half} of ${60 - half} deliveries accepted`);
  expect(sentIds(server).sort()).toEqual(deliveries.map(({ id }) => id));
});

test("a process without a terminal and without --yes sends nothing", async () => {
  const { server, place } = await start(2);
  const ended = await startCommand(place, ["deliveries", "redeliver", "crm"]).ended;
  expect(ended.code).toBe(2);
  expect(ended.text).toContain("pass --yes to send");
  expect(sentIds(server)).toEqual([]);
});
