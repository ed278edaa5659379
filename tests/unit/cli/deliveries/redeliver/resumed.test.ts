import { expect, test } from "@jest/globals";
import { until } from "../../../../support/drift/driftProcess";
import { openTenant } from "../../../../support/tenant/connect";
import {
  accept,
  failedAttempt,
  type Ran,
  runRedeliver,
  sentIds,
  streamId,
  withFailed,
  withFailedDeliveries,
} from "../../../../support/tenant/redelivery";

const notSinceOf = ({ text }: Ran) => /--not-since (\S+)/.exec(text)?.[1];

test("5,000 on a tenant of 2 a second, stopped half-way and run again: each id once, 3 refusals at most", async () => {
  const tenant = await withFailed(5000, { rateLimit: { perSecond: 2, burst: 10 } });
  const { server, settings, clock, deliveries } = tenant;
  const stopped = new AbortController();
  let requests = 0;
  tenant.onRedeliver = () => {
    requests += 1;
    if (requests === 2500) stopped.abort(new Error("stopped by SIGINT"));
    return undefined;
  };
  const first = await runRedeliver(tenant, { yes: true, signal: stopped.signal });
  const half = tenant.sent().length;
  expect(first.code).toBe(1);
  expect(first.text).toContain(`${half.toLocaleString("en-US")} of 5,000 deliveries accepted`);
  expect(first.text).toContain(`${(5000 - half).toLocaleString("en-US")} not sent`);
  expect(half).toBeLessThan(2510);

  // All of the first run have failed again by now. A new process has a new client.
  const next = { ...tenant, ...openTenant(settings, clock) };
  const notSince = notSinceOf(first);
  const second = await runRedeliver(next, { yes: true, ...(notSince && { notSince }) });
  expect(second.code).toBe(0);
  expect(second.text).toContain(`${(5000 - half).toLocaleString("en-US")} failed deliveries`);

  expect(tenant.sent().sort()).toEqual(deliveries.map(({ id }) => id));
  expect(server.requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(3);
});

test("the command for the rest leaves out what was sent if attempts have another clock than responses", async () => {
  const tenant = await withFailed(20);
  const stopped = new AbortController();
  tenant.onRedeliver = (delivery) => {
    stopped.abort(new Error("stopped by SIGINT"));
    if (delivery) accept(delivery, tenant.clock.now() - 3_600_000);
    return { status: 202, body: {} };
  };
  const first = await runRedeliver(tenant, { yes: true, signal: stopped.signal });
  tenant.onRedeliver = () => undefined;
  const notSince = notSinceOf(first);
  await runRedeliver(tenant, { yes: true, ...(notSince && { notSince }) });
  expect(tenant.sent().sort()).toEqual(tenant.deliveries.map(({ id }) => id));
});

test("an attempt in the far future does not decide what the command for the rest leaves out", async () => {
  const tenant = await withFailed(20);
  tenant.deliveries[7]?.attempts.push(failedAttempt(8.64e15));
  const stopped = new AbortController();
  tenant.onRedeliver = () => {
    stopped.abort(new Error("stopped by SIGINT"));
    return undefined;
  };
  const ran = await runRedeliver(tenant, { yes: true, signal: stopped.signal });
  expect(notSinceOf(ran)).toBe("2026-01-01T00:19:00.001Z");
});

test("a run by ids that is stopped prints a command with the ids that were not sent", async () => {
  const tenant = await withFailed(20);
  const stopped = new AbortController();
  tenant.onRedeliver = () => {
    stopped.abort(new Error("stopped by SIGTERM"));
    return undefined;
  };
  const ids = tenant.deliveries.map(({ id }) => id);
  const ran = await runRedeliver(tenant, { yes: true, ids, signal: stopped.signal });
  expect(ran.code).toBe(1);
  const left = ids.filter((id) => !tenant.sent().includes(id));
  expect(ran.text).toContain(
    `To go on with the rest:\n  npx auth0-native deliveries redeliver crm ${left.join(" ")} --yes\n`,
  );
});

test("the command for the rest has the options of the run", async () => {
  const tenant = await withFailed(20);
  const stopped = new AbortController();
  tenant.onRedeliver = () => {
    stopped.abort(new Error("stopped by SIGINT"));
    return undefined;
  };
  const since = "2026-01-01T00:00:00.000Z";
  const place = { stack: "acme/prod", cwd: "my infra" };
  const options = { ...place, since, type: ["user.created"], notSince: "2026-11-01T00:00:00.000Z" };
  const ran = await runRedeliver(tenant, { ...options, answer: true, signal: stopped.signal });
  expect(ran.text).toContain(
    `npx auth0-native deliveries redeliver --stack acme/prod --cwd 'my infra' crm --type user.created --since ${since} --not-since 2026-11-01T00:00:00.000Z\n`,
  );
});

test("a name that a shell, or a text on a terminal, would change is its id in commands", async () => {
  const tenant = await withFailed(1);
  const ran = await runRedeliver(tenant, { yes: true, argument: "-crm \u202e$(id)" });
  expect(ran.text).toContain(`  npx auth0-native deliveries list ${streamId} --status failed\n`);
});

test("a run that is stopped before the question sends nothing", async () => {
  const tenant = await withFailed(3);
  const ran = await runRedeliver(tenant, {
    yes: true,
    signal: AbortSignal.abort(new Error("stopped by SIGINT")),
  });
  expect(ran.error).toBe("stopped by SIGINT");
  expect(tenant.sent()).toEqual([]);
});

test("requests without a response some seconds after the signal are uncertain", async () => {
  const tenant = await withFailedDeliveries(20);
  const { server, deliveries } = tenant;
  const route = "POST /event-streams/{id}/redeliver/{event_id}";
  server.addFault({ route, kind: "hang", skip: 1, times: 0 });
  const [stopped, timeout] = [new AbortController(), new AbortController()];
  const run = runRedeliver(tenant, { yes: true, signal: stopped.signal, timeout: timeout.signal });
  await until(() => sentIds(server).length >= 9);
  stopped.abort(new Error("stopped by SIGINT"));
  timeout.abort();
  const { code, text } = await run;
  expect(code).toBe(1);
  const sent = deliveries.slice(1, 9).map(({ id }) => `    ${id}\n`);
  expect(text).toContain(
    `1 of 20 deliveries accepted for redelivery\n  8 uncertain: no clear response came, and they may have been accepted\n${sent.join("")}  Before you send these again, see what became of them:\n    npx auth0-native deliveries list crm\n  11 not sent\n`,
  );
});
