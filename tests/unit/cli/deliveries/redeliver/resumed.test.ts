import { expect, test } from "@jest/globals";
import { until } from "../../../../support/clock/until";
import { openTenant } from "../../../../support/tenant/connect";
import {
  runRedeliver,
  sentIds,
  withFailed,
  withFailedDeliveries,
} from "../../../../support/tenant/redelivery";

test("500 redeliveries at 2 per second, stopped and rerun: each id once, 3 rejections at most", async () => {
  const tenant = await withFailed(500, { rateLimit: { perSecond: 2, burst: 10 } });
  const { server, settings, clock, deliveries } = tenant;
  const stopped = new AbortController();
  let requests = 0;
  tenant.onRedeliver = () => {
    requests += 1;
    if (requests === 250) stopped.abort(new Error("stopped by SIGINT"));
    return undefined;
  };
  const first = await runRedeliver(tenant, { yes: true, signal: stopped.signal });
  const half = tenant.sent().length;
  expect(first.code).toBe(1);
  expect(first.text).toContain("stopped by SIGINT: waiting for the requests in progress");
  expect(first.text).toContain(`Auth0 accepted ${half} of 500 deliveries`);
  expect(first.text).toContain(`${500 - half} not sent\nAuth0 is delivering them now.`);
  expect(first.text).toMatch(
    /\nFor the rest, run the same command again in a minute\. Deliveries that Auth0 has accepted are resent only if they fail again\.\n$/,
  );
  // Requests that waited for the rate limit were not sent.
  expect(half).toBeLessThan(253);

  // Of the accepted redeliveries, Auth0 has delivered some, attempts some, and queues the rest.
  const accepted = deliveries.filter(({ attempts }) => attempts.at(-1)?.status === "retrying");
  for (const [index, delivery] of accepted.entries()) {
    delivery.status = ["succeeded", "retrying", "failed"][index % 3] ?? "";
  }
  // A new process has a new client.
  const second = await runRedeliver({ ...tenant, ...openTenant(settings, clock) }, { yes: true });
  expect(second.code).toBe(0);
  expect(second.text).toContain(`${500 - half} failed deliveries`);

  expect(tenant.sent().sort()).toEqual(deliveries.map(({ id }) => id));
  expect(server.requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(3);
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
    `1 of 20 deliveries for redelivery\n  8 uncertain (there was no clear response, so Auth0 may have accepted them)\n${sent.join("")}  11 not sent\n`,
  );
});
