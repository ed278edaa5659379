import { afterAll, expect, test } from "@jest/globals";
import { endDrifts, startCommand } from "../support/drift/driftProcess";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { hold } from "../support/tenant/hold";
import { sentIds, withFailedDeliveries } from "../support/tenant/redelivery";

afterAll(() => {
  endDrifts();
  removeTemporaryFolders();
});

const route = "POST /event-streams/{id}/redeliver/{event_id}";

/** A tenant that delivers what is redelivered, and where the command runs. */
async function start(count: number) {
  const { server, deliveries } = await withFailedDeliveries(count, { now: Date.now });
  const env = { ...process.env, ...server.environment };
  return { server, deliveries, place: { folder: temporaryFolder(), env } };
}

test("a process that SIGINT stops half-way sends the rest when it runs again, each id once", async () => {
  const { server, deliveries, place } = await start(30);
  const command = ["deliveries", "redeliver", "crm", "--yes"];
  const redeliveries = hold(server, route, { skip: 15 });
  const first = startCommand(place, command);
  await redeliveries.arrived(1);
  first.kill("SIGINT");
  await first.printed("waiting for the requests under way");
  redeliveries.release();
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
