import { afterAll, expect, test } from "@jest/globals";
import { endDrifts, startCommand, until } from "../support/drift/driftProcess";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { withFailed } from "../support/tenant/redelivery";

afterAll(() => {
  endDrifts();
  removeTemporaryFolders();
});

test("a process that SIGINT stops half-way prints a command that sends the rest, each id once", async () => {
  const rateLimit = { perSecond: 40, burst: 10 };
  const tenant = await withFailed(60, { rateLimit, now: Date.now });
  tenant.clock.now = Date.now;
  const place = {
    folder: temporaryFolder(),
    env: { ...process.env, ...tenant.server.environment },
  };
  const first = startCommand(place, ["deliveries", "redeliver", "crm", "--yes"]);
  await until(() => tenant.sent().length >= 30);
  first.kill("SIGINT");
  const stopped = await first.ended;
  const half = tenant.sent().length;
  expect(stopped).toMatchObject({ code: 1, signal: null });
  expect(stopped.text).toContain("stopped by SIGINT: waiting for the requests under way");
  expect(stopped.text).toContain(`${half} of 60 deliveries accepted for redelivery`);
  expect(stopped.text).toContain(`${60 - half} not sent`);

  const [, command = ""] = /^ {2}auth0-native (.+ --not-since .+)$/m.exec(stopped.text) ?? [];
  const ended = await startCommand(place, command.split(" ")).ended;
  expect(ended.code).toBe(0);
  expect(ended.text).toContain(`${60 - half} of ${60 - half} deliveries accepted`);
  expect(tenant.sent().sort()).toEqual(tenant.deliveries.map(({ id }) => id));
});

test("a process without a terminal and without --yes sends nothing", async () => {
  const tenant = await withFailed(2, { now: Date.now });
  const place = {
    folder: temporaryFolder(),
    env: { ...process.env, ...tenant.server.environment },
  };
  const ended = await startCommand(place, ["deliveries", "redeliver", "crm"]).ended;
  expect(ended.code).toBe(2);
  expect(ended.text).toContain("pass --yes to send");
  expect(tenant.sent()).toEqual([]);
});
