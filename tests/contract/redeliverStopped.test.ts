import { afterAll, expect, test } from "@jest/globals";
import { endDrifts, startCommand, until } from "../support/drift/driftProcess";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { sentIds, withFailedDeliveries } from "../support/tenant/redelivery";

afterAll(() => {
  endDrifts();
  removeTemporaryFolders();
});

/** A tenant that delivers what is redelivered, and where the command runs. */
async function start(count: number) {
  const options = { now: Date.now, rateLimit: { perSecond: 3, burst: 15 } };
  const { server, deliveries } = await withFailedDeliveries(count, options);
  const env = { ...process.env, ...server.environment };
  return { server, deliveries, place: { folder: temporaryFolder(), env } };
}

test("a process that SIGINT stops half-way sends the rest when it runs again, each id once", async () => {
  const { server, deliveries, place } = await start(30);
  const command = ["deliveries", "redeliver", "crm", "--yes"];
  const first = startCommand(place, command);
  await Promise.race([until(() => sentIds(server).length >= 15), first.ended]);
  first.kill("SIGINT");
  const stopped = await first.ended;
  const half = sentIds(server).length;
  expect(stopped).toMatchObject({ code: 1, signal: null });
  expect(stopped.text).toContain("stopped by SIGINT: waiting for the requests under way");
  expect(stopped.text).toContain(`${half} of 30 deliveries accepted for redelivery`);
  expect(stopped.text).toContain(`${30 - half} not sent`);
  expect(stopped.text).toContain("For the rest, run the same command again");

  const ended = await startCommand(place, command).ended;
  expect(ended.code).toBe(0);
  expect(ended.text).toContain(`${30 - half} of ${30 - half} deliveries accepted`);
  expect(sentIds(server).sort()).toEqual(deliveries.map(({ id }) => id));
});

test("a process without a terminal and without --yes sends nothing", async () => {
  const { server, place } = await start(2);
  const ended = await startCommand(place, ["deliveries", "redeliver", "crm"]).ended;
  expect(ended.code).toBe(2);
  expect(ended.text).toContain("pass --yes to send");
  expect(sentIds(server)).toEqual([]);
});
