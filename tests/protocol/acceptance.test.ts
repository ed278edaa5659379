import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../emulator/src";
import { type Clock, realClock } from "../../provider/api/clock";
import { settingsFrom } from "../../provider/config/settings";
import { run } from "../../tools/process";
import { writeReport } from "../acceptance/report";
import { type Options, Run } from "../acceptance/run";
import { cleanUp, Service } from "../acceptance/service";
import { test as runSuite, snapshot, usableKinds } from "../acceptance/suite";
import { removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { sampled } from "../support/sample";
import { objectsIn, store } from "../support/tenant/objects";
import { listedKinds } from "../support/values/kinds";

// Runs the acceptance tests against emulated tenants.

const tenants: Tenant[] = [];
afterEach(async () => {
  await Promise.all(tenants.splice(0).map((tenant) => tenant.close()));
});
afterAll(removeTemporaryFolders);

const runId = "0a1b2c3d";
const foreign = "someone";

/** The headers of this tenant tell the suite not to wait. */
const rateLimit = { perSecond: 10_000, burst: 10_000 };

/** The tenant's clock is five times as fast, so that deliveries take less time. */
const begun = Date.now();
const fast = {
  now: () => begun + 5 * (Date.now() - begun),
  delivery: { retryDelaysMs: [200, 400, 800] },
};

/** A tenant with one object of each kind that somebody else has created. */
async function newTenant(options: TenantOptions = {}): Promise<Tenant> {
  const tenant = await startTenant({ rateLimit, ...fast, ...options });
  tenants.push(tenant);
  for (const kind of listedKinds) {
    store(tenant, kind, kind.id(foreign), { ...kind.first, ...kind.unique(foreign) });
  }
  return tenant;
}

/** The emulator is fast, so this waits less long than for Auth0. */
const quickClock: Clock = { ...realClock, sleep: (ms) => realClock.sleep(Math.min(ms, 300)) };

function newRun(tenant: Tenant, options: Options = {}, clock = quickClock): Run {
  const settings = settingsFrom({ get: () => undefined }, tenant.environment);
  return new Run(new Service(settings, clock), runId, options, () => {});
}

const differing = ({ facts }: Run) =>
  facts
    .filter(({ verdict }) => verdict === "differs")
    .map(({ fact, found }) => `${fact}: ${found}`);

async function runAgainst(tenant: Tenant): Promise<{ run: Run; leftBehind: string[] }> {
  const run = newRun(tenant);
  return { run, leftBehind: await runSuite(run, await snapshot(run.service)) };
}

test("the emulator agrees in everything, and no object and no trace of the tenant is left", async () => {
  const tenant = await newTenant();
  const before = JSON.stringify([...objectsIn(tenant)]);
  const run = newRun(tenant, { push: "1", aws: "242849305777", action: "an-action" });
  const leftBehind = await runSuite(run, await snapshot(run.service));
  expect([differing(run), leftBehind]).toEqual([[], []]);
  expect(JSON.stringify([...objectsIn(tenant)])).toBe(before);
  expect(run.facts.filter(({ verdict }) => verdict === "not tested")).toHaveLength(9);
  expect(tenant.requests.length).toBeLessThan(400);
  // If a run is killed in between, acceptance-clean doesn't find the object.
  const nameless = tenant.requests.findIndex(({ body }: Body) => body?.name === null);
  expect(tenant.requests[nameless + 1]?.route).toBe("DELETE /event-streams/{id}");
  expect(tenant.requests.filter(({ status }) => status === 429)).toEqual([]);

  const file = join(temporaryFolder(), "report.md");
  writeReport(run, file, leftBehind);
  const text = readFileSync(file, "utf8");
  const secrets = [foreign, tenant.domain, "242849305777", ...run.service.api.secrets()];
  expect(secrets.filter((one) => text.includes(one))).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: a body, changed at will
type Body = any;

test("a run stops and changes nothing if a create returns an existing object", async () => {
  const tenant = await newTenant();
  const [id = "", stream] = [...tenant.streams][0] ?? [];
  tenant.respond = ({ route, body }: Body) => {
    if (route !== "POST /event-streams") return undefined;
    Object.assign(stream as object, { name: body.name });
    return { status: 201, body: stream as object };
  };
  const { run, leftBehind } = await runAgainst(tenant);
  const why = `POST /event-streams returned ${id}, which the tenant had before the run`;
  expect([run.isComplete, run.facts.map(({ found }) => found)]).toEqual([false, [why]]);
  expect(leftBehind[0]).toContain(`was not deleted: the tenant had ${id} before the run`);
  expect(tenant.apiRequests().filter((one) => /^(?!GET|POST .*streams)/.test(one))).toEqual([]);
});

test("acceptance-clean deletes what a run leaves if it ends at any tenth request", async () => {
  const delivery = { retryDelaysMs: [1, 1, 1] };
  const complete = await newTenant({ delivery });
  await runAgainst(complete);
  const tenths = Array.from({ length: Math.ceil(complete.requests.length / 10) }, (_, i) => i * 10);
  await Promise.all(
    sampled(tenths, "interruptions").map(async (skip) => {
      const tenant = await newTenant({ delivery });
      const before = JSON.stringify([...objectsIn(tenant)]);
      // Every other time, the tenant performs the last request.
      const when = skip % 20 === 0 ? "before" : "after";
      const run = newRun(tenant, {}, { ...quickClock, sleep: () => realClock.sleep(1) });
      const start = await snapshot(run.service);
      tenant.addFault({ kind: "drop", when, skip, times: 0 });
      await runSuite(run, start);
      tenant.clearFaults();
      const { service } = newRun(tenant);
      expect(await cleanUp(service, usableKinds(await snapshot(service)))).toEqual([]);
      expect([skip, JSON.stringify([...objectsIn(tenant)])]).toEqual([skip, before]);
    }),
  );
});

/** Runs the Makefile's command. */
function command(tenant: Tenant, given: string[], onStart?: (pid: number) => void) {
  const file = join(root, "tests", "acceptance", "index.ts");
  const tsx = pathToFileURL(require.resolve("tsx")).href;
  const args = ["--import", tsx, file, "acceptance", ...given];
  const env = { ...process.env, ...tenant.environment };
  return run(process.execPath, args, { cwd: temporaryFolder(), env, ...(onStart && { onStart }) });
}

test.each([
  ["another domain", "other.eu.auth0.com", "AUTH0_DOMAIN is 127.0.0.1:"],
  ["no consent", undefined, "Nothing was written."],
])("a run with %s writes nothing", async (_, domain, expected) => {
  const tenant = await newTenant();
  const { code, text } = await command(tenant, [`tenant=${domain ?? tenant.domain}`]);
  expect(text).toContain(expected);
  expect(code).toBe(2);
  expect(tenant.apiRequests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("Ctrl+C ends a run, which then cleans up", async () => {
  const tenant = await newTenant();
  const before = JSON.stringify([...objectsIn(tenant)]);
  let pid: number | undefined;
  tenant.respond = ({ route }) => {
    if (route === "PATCH /event-streams/{id}" && pid) process.kill(pid, "SIGINT");
    // A second signal would end the process right away.
    if (route === "PATCH /event-streams/{id}") pid = undefined;
    return undefined;
  };
  const { code, text } = await command(tenant, [`tenant=${tenant.domain}`, "yes=1"], (started) => {
    pid = started;
  });
  expect(text).toContain("The tenant is as it was before.");
  expect([code, JSON.stringify([...objectsIn(tenant)])]).toEqual([2, before]);
});
