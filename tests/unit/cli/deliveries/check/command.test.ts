import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type CheckOptions, checkCommand } from "../../../../../cli/deliveries/check/command";
import type { DeliveryReport } from "../../../../../cli/deliveries/check/report";
import {
  type DeliveryInput,
  startTenant,
  type Tenant,
  type TenantOptions,
} from "../../../../../emulator/src";
import { forgetOpenApis } from "../../../../../provider/api/managementApi";
import { typeToken } from "../../../../../provider/stateStrings";
import { violationsOfReport } from "../../../../support/deliveries/deliveryReports";
import { captureOutput } from "../../../../support/pipelines/printed";
import { stopSignals, withStandInPulumi } from "../../../../support/pipelines/standInPulumi";
import { temporaryFolder } from "../../../../support/project";
import { addStream } from "../../../../support/tenant/many";

const ids = { crm: "est_crm4567890123456789012", audit: "est_audit67890123456789012" };
const time = "2026-03-04T02:00:00.000Z";

const pulumi = withStandInPulumi();
const environment = { ...process.env };
const tenants: Tenant[] = [];
let printed: ReturnType<typeof captureOutput>;

beforeEach(() => {
  printed = captureOutput();
  forgetOpenApis();
});
afterEach(async () => {
  process.env = { ...environment };
  await Promise.all(tenants.splice(0).map((tenant) => tenant.close()));
});

/** A tenant with two streams, which the environment names. */
async function start(options: TenantOptions = {}): Promise<Tenant> {
  const tenant = await startTenant(options);
  tenants.push(tenant);
  for (const [name, id] of Object.entries(ids)) addStream(tenant, id, name);
  Object.assign(process.env, tenant.environment);
  return tenant;
}

const failed = (at: string, message = "503", more: DeliveryInput = {}): DeliveryInput => ({
  status: "failed",
  event_type: "user.created",
  time: at,
  attempts: [{ status: "failed", error_message: message, timestamp: at, duration: 1 }],
  ...more,
});

const failures = (count: number) => Array.from({ length: count }, () => failed(time));

/** The exit code and the JSON report. */
async function check(
  streams: string[] = [],
  options: Partial<CheckOptions> = {},
  stop = stopSignals(),
): Promise<{ code: number; report: DeliveryReport }> {
  const file = join(temporaryFolder(), "report.json");
  const defaults = { maxFailed: 0, cwd: ".", parallel: 4, json: file };
  const code = await checkCommand(streams, { ...defaults, ...options }, stop);
  const report = JSON.parse(readFileSync(file, "utf8")) as DeliveryReport;
  expect(violationsOfReport(report)).toEqual([]);
  return { code, report };
}

const shown = ({ report }: { report: DeliveryReport }) =>
  report.streams.map(({ name, result, failed: count }) => [name, result, count]);

describe("without stacks", () => {
  test("all streams of the environment's tenant are checked, and a failing one gives exit code 2", async () => {
    const tenant = await start();
    tenant.addDeliveries(ids.crm, [
      failed("2026-03-04T02:00:00.000Z"),
      failed("2026-03-04T02:30:00.000Z"),
      failed("2026-03-04T02:10:00.000Z", "timeout"),
      { status: "pending" },
    ]);

    const checked = await check();

    expect(checked.code).toBe(2);
    expect(shown(checked)).toEqual([
      ["crm", "failing", 3],
      ["audit", "clean", 0],
    ]);
    expect(checked.report.streams[0]).toMatchObject({
      id: ids.crm,
      tenant: tenant.domain,
      status: "enabled",
      first: "2026-03-04T02:00:00.000Z",
      last: "2026-03-04T02:30:00.000Z",
      groups: [
        { message: "503", eventType: "user.created", count: 2 },
        { message: "timeout", eventType: "user.created", count: 1 },
      ],
    });
    expect(printed.stdout).toContain(
      `npx --no-install pulumi-auth0-native deliveries redeliver ${ids.crm}\n`,
    );
  });

  test("a stream costs two requests, and one more for each 100 failed deliveries", async () => {
    const tenant = await start();
    tenant.addDeliveries(ids.crm, failures(250));
    expect(shown(await check([ids.crm]))).toEqual([["crm", "failing", 250]]);
    expect(tenant.apiRequests()).toHaveLength(2 + 3);
  });

  test("a stream that does not exist fails the check, and the others are checked", async () => {
    await start();
    const missing = "est_missing890123456789012";
    const checked = await check(["billing", missing, "crm"]);
    expect(checked.code).toBe(1);
    expect(shown(checked)).toEqual([
      ["billing", "failed", 0],
      [missing, "failed", 0],
      ["crm", "clean", 0],
    ]);
    expect(checked.report.streams[0]?.error).toContain("has no event stream");
    expect(checked.report.streams[1]?.error).toContain("404");
  });

  test("a tenant without streams fails the check, which names the tenant", async () => {
    const tenant = await start();
    tenant.streams.clear();
    const checked = await check();
    expect(checked.code).toBe(1);
    expect(shown(checked)).toEqual([["no stream", "failed", 0]]);
    expect(checked.report.streams[0]?.error).toContain(
      `${tenant.domain} has no event streams, so nothing was checked. Check that AUTH0_DOMAIN`,
    );
    expect(printed.stdout).toContain("No stream was checked (no deliveries were counted).\n");
  });

  test("a list of streams that fails is reported as such", async () => {
    await start({ scopes: ["read:event_deliveries"] });
    const checked = await check();
    expect(checked.code).toBe(1);
    expect(shown(checked)).toEqual([["all streams", "failed", 0]]);
    expect(checked.report.streams[0]?.error).toContain("Grant the scope read:event_streams");
  });
});

describe("counting", () => {
  test("a number of failed deliveries within --max-failed is not a finding", async () => {
    const tenant = await start();
    tenant.addDeliveries(ids.crm, [failed(time), failed(time)]);
    expect((await check(["crm"], { maxFailed: 2 })).code).toBe(0);
    expect((await check(["crm"], { maxFailed: 1 })).code).toBe(2);
  });

  test("--since and --until use Auth0's clock", async () => {
    const slowMs = 3_600_000;
    const tenant = await start({ now: () => Date.now() - slowMs });
    const ago = (minutes: number) => new Date(Date.now() - slowMs - minutes * 60_000).toISOString();
    tenant.addDeliveries(ids.crm, [failed(ago(10)), failed(ago(3)), failed(ago(1))]);
    const checked = await check([ids.crm], { since: "5m", until: "2m" });
    expect(shown(checked)).toEqual([["crm", "failing", 1]]);
    const { since = "" } = checked.report.criteria;
    expect(since < ago(4) && since > ago(6)).toBe(true);
  });

  test("all streams have the dates of one reading of Auth0's clock, which the report has", async () => {
    let requests = 0;
    const tenant = await start({ now: () => Date.now() + 60_000 * requests++ });
    // Without the stream, only a delivery's page shows the clock.
    process.env.AUTH0_API_TOKEN = tenant.issueToken({ scopes: ["read:event_deliveries"] });
    const { report } = await check([ids.crm, ids.audit], { since: "5m" });
    const dates = JSON.stringify(tenant.requests).match(/(?<="date_from":"|date_from=)[^"&]+/g);
    const since = report.criteria.since?.replace(/\.\d+/, "");
    expect(dates?.map(decodeURIComponent)).toEqual([since, since]);
  });

  test("filters choose the failed deliveries", async () => {
    const tenant = await start();
    tenant.addDeliveries(ids.crm, [
      failed("2026-03-04T01:00:00.000Z"),
      failed("2026-03-04T02:00:00.000Z"),
      failed("2026-03-04T02:00:00.000Z", "503", { event_type: "user.deleted" }),
      failed("2026-03-04T03:00:00.000Z"),
    ]);
    const since = "2026-03-04T02:00:00.000Z";
    const until = "2026-03-04T03:00:00.000Z";
    const checked = await check(["crm"], { since, until, type: ["user.deleted"] });
    expect(shown(checked)).toEqual([["crm", "failing", 1]]);
    expect(printed.stdout).toContain(
      `deliveries list ${ids.crm} --status failed --type user.deleted --since ${since} --until ${until}\n`,
    );
  });

  test("a disabled stream with any failed delivery is failing, even with one before --since", async () => {
    const tenant = await start();
    const crm = addStream(tenant, ids.crm, "crm", { status: "disabled" });
    tenant.addDeliveries(ids.crm, [failed(time)]);
    expect((await check(["crm"], { maxFailed: 10 })).code).toBe(2);

    const since = "2026-03-05T00:00:00.000Z";
    const checked = await check(["crm"], { maxFailed: 10, since });
    expect(checked.code).toBe(2);
    expect(checked.report.streams[0]).toMatchObject({
      failed: 1,
      first: time,
      groups: [{ message: "503", count: 1 }],
    });
    expect(printed.stdout).toContain("× crm: 1 failed delivery, disabled\n");
    expect(printed.stdout).toContain("  503: failed 1, event type user.created, first 2026-03-04");
    expect(printed.stdout).toContain(
      "1 of 1 stream is failing (1 failed delivery, since 2026-03-05",
    );
    expect(printed.stdout).toContain(`deliveries list ${ids.crm} --status failed\n`);

    crm.status = "enabled";
    const [enabled] = (await check(["crm"], { since })).report.streams;
    expect(enabled).toMatchObject({ result: "clean", groups: [] });
  });

  test("a disabled stream without failed deliveries is not failing", async () => {
    const tenant = await start();
    addStream(tenant, ids.crm, "crm", { status: "disabled" });
    expect((await check(["crm"], { since: time })).code).toBe(0);
    expect(printed.stdout).toContain("1 stream checked, none failing, 1 disabled (");
  });
});

describe("partial failures", () => {
  test("without read:event_streams, a stream is counted and its status is unknown", async () => {
    const tenant = await start({ scopes: ["read:event_deliveries"] });
    tenant.addDeliveries(ids.crm, [failed(time)]);
    const checked = await check([ids.crm]);
    expect(checked.code).toBe(2);
    expect(checked.report.streams[0]).toMatchObject({ status: "unknown", failed: 1 });

    expect((await check([ids.audit])).code).toBe(0);
    expect(printed.stdout).toContain("Grant the scope read:event_streams");
  });

  test("a response that is not the stream fails its check", async () => {
    const tenant = await start();
    const body = { id: ids.audit, status: "enabled" };
    tenant.respond = ({ path }) => (path.endsWith(ids.crm) ? { body } : undefined);
    const checked = await check([ids.crm]);
    expect(checked.code).toBe(1);
    expect(checked.report.streams[0]?.error).toContain("it isn't the requested event stream");
  });

  test("deliveries counted before an error are reported with it", async () => {
    const tenant = await start();
    tenant.addDeliveries(ids.crm, failures(150));
    tenant.respond = ({ query }) =>
      query.from === undefined ? undefined : { status: 400, body: { message: "no" } };
    const checked = await check(["crm"]);
    expect(checked.code).toBe(1);
    expect(checked.report.streams[0]).toMatchObject({
      result: "failed",
      failing: true,
      failed: 100,
    });
    expect(printed.stdout).toContain("couldn't be checked completely");
  });

  test("a signal ends the check, which reports what it counted and what it did not", async () => {
    const tenant = await start();
    tenant.addDeliveries(ids.crm, failures(150));
    const stop = stopSignals();
    tenant.respond = ({ query }) => {
      if (query.from !== undefined) stop.send();
      return undefined;
    };
    const checked = await check([ids.crm, ids.audit], { parallel: 1 }, stop);
    expect(checked.code).toBe(1);
    expect(checked.report.streams).toMatchObject([
      { name: "crm", failed: 100, error: "only partly checked: stopped by SIGTERM" },
      { name: ids.audit, failed: 0, error: "not checked: stopped by SIGTERM" },
    ]);
  });
});

describe("with stacks", () => {
  /** Gives the project stacks with these streams, each configured for a tenant. */
  function haveStacks(stacks: Record<string, { tenant: Tenant; streams: string[] }>): void {
    const type = typeToken("EventStream");
    for (const [stack, { tenant, streams }] of Object.entries(stacks)) {
      const resources = streams.map((name) => ({
        urn: `urn:pulumi:${stack}::crm::${type}::${name}`,
        type,
        id: name === "ours" ? ids.crm : ids.audit,
        provider: `urn:pulumi:${stack}::crm::pulumi:providers:pulumi-nodejs::default::1`,
      }));
      const configuration = {
        "auth0:domain": { value: tenant.environment.AUTH0_DOMAIN },
        "auth0:clientId": { value: "emulator-client" },
        "auth0:clientSecret": { value: "emulator-client-secret" },
      };
      pulumi.write(`${stack}.state`, JSON.stringify({ deployment: { resources } }));
      pulumi.write(`${stack}.config`, JSON.stringify(configuration));
      for (const name of Object.keys(tenant.environment)) delete process.env[name];
    }
    const listed = Object.keys(stacks).map((name) => ({ name, current: false }));
    pulumi.write("stacks", JSON.stringify(listed));
    pulumi.replacePulumi(`cd "${pulumi.folder}"; case "$1 $2" in
      "stack ls") cat stacks;;
      "stack export") cat "$4.state";;
      "config --show-secrets") cat "$5.config";;
    esac`);
  }

  /** Two stacks, each with its own tenant. */
  async function twoStacks() {
    const [production, staging] = [await start(), await start()];
    haveStacks({
      production: { tenant: production, streams: ["ours", "log"] },
      staging: { tenant: staging, streams: ["ours"] },
    });
    return { production, staging };
  }

  test("the streams of several stacks are checked in the tenants of their configuration", async () => {
    const { staging } = await twoStacks();
    staging.addDeliveries(ids.crm, [failed(time)]);
    const checked = await check([], { stack: ["production", "staging", "production"] });
    expect(checked.code).toBe(2);
    expect(
      checked.report.streams.map(({ stack, name, failed: count }) => [stack, name, count]),
    ).toEqual([
      ["production", "ours", 0],
      ["production", "log", 0],
      ["staging", "ours", 1],
    ]);
    expect(printed.stdout).toContain(
      `npx --no-install pulumi-auth0-native deliveries redeliver --stack staging ${ids.crm}\n`,
    );
  });

  test("a stack that fails does not stop the others", async () => {
    const { production } = await twoStacks();
    production.respond = ({ kind }) =>
      kind === "api" ? { status: 400, body: { message: "no" } } : undefined;
    const checked = await check(["ours"], { stack: ["production", "staging"] });
    expect(checked.code).toBe(1);
    expect(checked.report.streams).toMatchObject([
      { stack: "production", name: "ours", result: "failed" },
      { stack: "staging", name: "ours", result: "clean" },
    ]);
  });

  test("a stack without streams is a failure only if no stack has any", async () => {
    const tenant = await start();
    haveStacks({ empty: { tenant, streams: [] }, full: { tenant, streams: ["ours"] } });
    expect((await check([], { stack: ["empty", "full"] })).code).toBe(0);

    const checked = await check([], { stack: ["empty"] });
    expect(checked.code).toBe(1);
    expect(checked.report.streams).toMatchObject([
      { stack: "empty", error: expect.stringContaining("the stack empty has no event stream") },
    ]);
  });
});

test("an empty name is rejected", async () => {
  await expect(check([], { stack: ["folder:"] })).rejects.toThrow("empty");
  await expect(check([""])).rejects.toThrow("empty");
});

test("an empty period is rejected", async () => {
  const until = "2026-03-04T00:00:00.000Z";
  await expect(check([], { since: until, until })).rejects.toThrow("must be later than --since");
  const since = new Date(Date.now() + 60_000).toISOString();
  await expect(check([], { since })).rejects.toThrow("--since is in the future");
});

test("no output has the content of an event, or a secret of the environment", async () => {
  const tenant = await start();
  process.env.RECEIVER_TOKEN = "canary-of-the-receiver";
  const event = { data: { object: { email: "canary@example.com" } } };
  const message = "401: canary-of-the-receiver is no token";
  tenant.addDeliveries(ids.crm, [failed(time, message, { event } as DeliveryInput)]);
  const markdown = join(temporaryFolder(), "summary.md");
  const { report } = await check(["crm"], { markdown });
  const outputs = [printed.stdout, JSON.stringify(report), readFileSync(markdown, "utf8")];
  for (const output of outputs) {
    expect(output).toContain("[secret] is no token");
    expect(output).not.toContain("canary");
  }
});
