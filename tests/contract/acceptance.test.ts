import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../emulator/src";
import { rateLimitPolicy } from "../../emulator/src/resources";
import { type Clock, realClock } from "../../provider/api/clock";
import { secretsOf, settingsFrom } from "../../provider/config/settings";
import { addedRecordings, withoutWaiting } from "../acceptance/recordings";
import { redacted } from "../acceptance/redact";
import { writeReport } from "../acceptance/report";
import { type Options, Run } from "../acceptance/run";
import { cleanUp, Service } from "../acceptance/service";
import { test as runSuite, snapshot, usableKinds } from "../acceptance/suite";
import { removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { problemsOf } from "../support/recordings/problems";
import { sampled } from "../support/sample";
import { objectsIn, store } from "../support/tenant/objects";
import { listedKinds } from "../support/values/kinds";

// The acceptance tests, against tenants that are not the service.

const tenants: Tenant[] = [];
afterEach(async () => {
  await Promise.all(tenants.splice(0).map((tenant) => tenant.close()));
});
afterAll(removeTemporaryFolders);

const runId = "0a1b2c3d";
const foreign = "someone";

/** A tenant with one object of each kind that is not the suite's. */
async function newTenant(options: TenantOptions = {}): Promise<Tenant> {
  const tenant = await startTenant(options);
  tenants.push(tenant);
  for (const kind of listedKinds) {
    store(tenant, kind, kind.id(foreign), { ...kind.first, ...kind.unique(foreign) });
  }
  return tenant;
}

/** It does not wait as long as for a service, which may be slow. */
const quickClock: Clock = { ...realClock, sleep: (ms) => realClock.sleep(Math.min(ms, 300)) };

function newRun(tenant: Tenant, options: Options = {}, clock = quickClock): Run {
  const settings = settingsFrom(() => undefined, tenant.environment);
  settings.secrets = secretsOf(settings.credentials);
  return new Run(new Service(settings, clock), runId, options, tenant.environment, () => {});
}

const countsOf = (texts: string[]) =>
  Object.fromEntries(
    [...new Set(texts)].map((one) => [one, texts.filter((text) => text === one).length]),
  );

const differing = ({ facts }: Run) =>
  facts
    .filter(({ verdict }) => verdict === "differs")
    .map(({ fact, found }) => `${fact}: ${found}`);

/** Without the engine. */
async function runWithoutEngine(tenant: Tenant): Promise<{ run: Run; leftBehind: string[] }> {
  const run = newRun(tenant);
  return { run, leftBehind: await runSuite(run, await snapshot(run.service), []) };
}

/** As a maintainer adds them. */
const exchangesOf = (run: Run) => withoutWaiting(redacted(run));

test("the emulator agrees in everything, and nothing is left, nor of the tenant in the report", async () => {
  const rateLimit = { perSecond: 10_000, burst: 10_000 };
  const tenant = await newTenant({ rateLimit, maxStreams: 9 });
  const before = JSON.stringify([...objectsIn(tenant)]);
  const run = newRun(tenant, { push: "1", aws: "242849305777", action: "an-action" });
  const leftBehind = await runSuite(run, await snapshot(run.service));
  expect([differing(run), leftBehind]).toEqual([[], []]);
  expect(JSON.stringify([...objectsIn(tenant)])).toBe(before);
  const untested = run.facts.filter(({ verdict }) => verdict === "not tested");
  expect(countsOf(untested.map(({ found }) => found))).toEqual({
    "such an object would not have a name of this run": 7,
    "no exchange of this run shows it": 5,
    "no request was refused": 1,
    "it needs read:logs": 1,
    "no run takes a day": 1,
  });
  expect(tenant.requests.length).toBeLessThan(400);
  expect(tenant.requests.filter(({ status }) => status === 429)).toEqual([]);

  const folder = temporaryFolder();
  const text = writeReport(run, folder, leftBehind)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const ids = run.service.exchanges.flatMap(
    ({ body }) => JSON.stringify(body ?? "").match(/(est|evt|rlp)_[1-9a-zA-Z]\w+/g) ?? [],
  );
  const today = new Date().toISOString().slice(0, 10);
  const secrets = [
    foreign,
    today,
    tenant.domain,
    runId,
    "242849305777",
    ...run.service.api.secrets(),
  ];
  expect([...secrets, ...ids].filter((one) => text.includes(one))).toEqual([]);
  expect(await problemsOf(exchangesOf(run))).toEqual([]);
});

test("the emulator and schema.json agree with the recordings of acceptance tests", async () => {
  const problems = await Promise.all(addedRecordings().map(problemsOf));
  expect(problems.flat()).toEqual([]);
});

/** Changes the responses of a route, as a service might that differs from what this project relies on. */
type Deviation = (tenant: Tenant) => void;

// biome-ignore lint/suspicious/noExplicitAny: a body, changed at will
type Body = any;

const changed =
  (isChanged: (route: string) => boolean, change: (body: Body) => Body): Deviation =>
  (tenant) => {
    tenant.respond = ({ route = "" }) =>
      isChanged(route) ? { after: true, body: change } : undefined;
  };

const ofStreams = (route: string) => /^(GET|POST|PATCH) .event-streams(.{id})?$/.test(route);
const isCreate = (route: string) => route.startsWith("POST /event-streams");
const isList = (route: string) => route === "GET /event-streams";
const streamsIn = (body: Body): Body[] => body.eventStreams ?? (body.id ? [body] : []);
const inStreams = (change: (stream: Body) => void) =>
  changed(ofStreams, (body) => {
    for (const stream of streamsIn(body)) change(stream);
    return body;
  });
const refusal = (statusCode: number, message: string) => (body: Body) =>
  body.statusCode === statusCode ? { ...body, message } : body;

const form = "responses of /event-streams have the form of the contract";

/** With the facts that are reported. */
const deviations: Record<string, [TenantOptions, Deviation, ...string[]]> = {
  "another text of a 409": [
    {},
    changed((route) => isCreate(route), refusal(409, "The name is taken.")),
    "EventStream: no two have the same name: message is The name is taken., not You have",
  ],
  "another text of a 404": [
    {},
    changed(ofStreams, refusal(404, "Nothing here.")),
    "EventStream: an unknown id is a 404: message is Nothing here.",
  ],
  "lists without an envelope": [
    {},
    changed(isList, (body) => body.eventStreams ?? body),
    "EventStream: lists have pages with a checkpoint: pages of one have 1 of 2",
    "EventStream: lists have pages by number: start is undefined",
    `${form}: the response must be object`,
  ],
  "another name of a property": [
    {},
    inStreams((stream) => {
      stream.modified_at = stream.updated_at;
      delete stream.updated_at;
    }),
    `${form}: eventStreams[] must NOT have additional properties: modified_at; the response must`,
  ],
  "another form of times": [
    {},
    inStreams((stream) => {
      stream.created_at = Date.parse(stream.created_at);
    }),
    `${form}: eventStreams[].created_at must be string; created_at must be string`,
  ],
  "a secret in responses": [
    {},
    inStreams(({ destination: { configuration } }) => {
      const { webhook_authorization: authorization } = configuration;
      if (authorization) authorization.token = "canary-token";
    }),
    "no response has a secret: GET /event-streams?take=50 returns one",
  ],
  "a list that is behind": [
    {},
    (tenant) => {
      const shown = new Map<string, number>();
      const isShown = ({ id, name }: Body) => {
        shown.set(id, (shown.get(id) ?? 0) + 1);
        return name === foreign || (shown.get(id) ?? 0) > 3;
      };
      changed(isList, (body) => ({ ...body, eventStreams: body.eventStreams?.filter(isShown) }))(
        tenant,
      );
    },
    "EventStream: what was just created is listed at once: after ",
  ],
  "another status of a create": [
    {},
    (tenant) => {
      tenant.respond = ({ route, body }) =>
        route === "POST /rate-limit-policies" && JSON.stringify(body).includes('"limit":10000')
          ? { after: true, status: 200 }
          : undefined;
    },
    "POST /rate-limit-policies succeeds with 201: status 200",
  ],
  "the rate limit in other units": [
    { rateLimit: { perSecond: 10_000, burst: 10_000, reset: "epoch-milliseconds" } },
    () => {},
    "X-RateLimit-Reset is a time in epoch seconds: x-ratelimit-reset: ",
  ],
  "other attempts": [
    { delivery: { retryDelaysMs: [1000] } },
    () => {},
    "a delivery is attempted 4 times: 2 attempts",
  ],
  "deliveries in an array": [
    { deliveriesShape: "array" },
    () => {},
    "deliveries are listed in an envelope: the failed",
    "the last page of deliveries has a checkpoint, too: it has no",
    `${form}: the response must be object`,
  ],
  "policies that accept what schema.json refuses": [
    {},
    (tenant) => {
      tenant.respond = ({ route, body }) =>
        route === "POST /rate-limit-policies" && JSON.stringify(body).includes(":-1")
          ? { status: 201, body: { id: "rlp_000000000000000000001", ...(body as object) } }
          : undefined;
    },
    "RateLimitPolicy: refuses a limit below 0: status 201, not 400",
    "responses of /rate-limit-policies have the form of the contract: configuration.limit must be >= 0",
  ],
};

describe("of a tenant that deviates, exactly that is reported, and nothing is left:", () => {
  const runs = new Map<string, ReturnType<typeof runWithoutEngine>>();
  const deviating: Tenant[] = [];
  // At the same time: each waits for attempts of deliveries.
  beforeAll(async () => {
    for (const [name, [options, deviate]] of Object.entries(deviations)) {
      const tenant = await newTenant(options);
      deviate(tenant);
      deviating.push(...tenants.splice(0));
      runs.set(name, runWithoutEngine(tenant));
    }
    await Promise.all(runs.values());
  });
  afterAll(() => Promise.all(deviating.map((tenant) => tenant.close())));

  test.each(Object.entries(deviations))("%s", async (name, [, , ...expected]) => {
    const { run, leftBehind } = await (runs.get(name) as ReturnType<typeof runWithoutEngine>);
    const found = differing(run);
    expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
    expect(leftBehind).toEqual([]);
  });

  test("a recording of it names the files to change", async () => {
    const { run } = await (runs.get("another name of a property") as ReturnType<
      typeof runWithoutEngine
    >);
    const problems = await problemsOf(exchangesOf(run));
    expect(problems[0]).toMatch(
      /^emulator\/src\/resources\/eventStream\.ts: POST \/event-streams: /,
    );
    expect(problems.at(-1)).toBe("schema.json: EventStream has no property modified_at");
  });
});

test("a run that is cut off at any tenth request leaves nothing that acceptance-clean does not delete", async () => {
  const complete = await newTenant();
  await runWithoutEngine(complete);
  const tenths = Array.from({ length: Math.ceil(complete.requests.length / 10) }, (_, i) => i * 10);
  await Promise.all(
    sampled(tenths, "interruptions").map(async (skip) => {
      const tenant = await newTenant();
      const before = JSON.stringify([...objectsIn(tenant)]);
      // Every other time, the service does what the last request asks.
      const when = skip % 20 === 0 ? "before" : "after";
      const run = newRun(tenant, {}, { ...quickClock, sleep: () => realClock.sleep(1) });
      const start = await snapshot(run.service);
      tenant.addFault({ kind: "drop", when, skip, times: 0 });
      await runSuite(run, start, []);
      tenant.clearFaults();
      const { service } = newRun(tenant);
      expect(await cleanUp(service, usableKinds(await snapshot(service)))).toEqual([]);
      expect([skip, JSON.stringify([...objectsIn(tenant)])]).toEqual([skip, before]);
    }),
  );
});

/** Starts the command of the Makefile. */
function start(tenant: Tenant, ...args: string[]) {
  const env = { ...process.env, ...tenant.environment };
  const file = join(root, "tests", "acceptance", "index.ts");
  const tsx = pathToFileURL(require.resolve("tsx")).href;
  const child = spawn(process.execPath, ["--import", tsx, file, "acceptance", ...args], {
    cwd: temporaryFolder(),
    env,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      text += part;
    });
  }
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, text }));
  });
  return { child, ended };
}

test.each([
  ["another domain", "tenant=other.eu.auth0.com", "AUTH0_DOMAIN is 127.0.0.1:"],
  ["nobody who agrees", "", "Nothing was written."],
])("with %s nothing is written", async (_, given, text) => {
  const tenant = await newTenant();
  const { ended } = start(tenant, given || `tenant=${tenant.domain}`);
  const printed = await ended;
  expect(printed.text).toContain(text);
  expect(printed.code).not.toBe(0);
  expect(tenant.apiRequests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("Ctrl-C ends a run, which cleans up", async () => {
  const tenant = await newTenant();
  const before = JSON.stringify([...objectsIn(tenant)]);
  const { child, ended } = start(tenant, `tenant=${tenant.domain}`, "yes=1");
  tenant.respond = ({ route }) => {
    if (route === "PATCH /event-streams/{id}") child.kill("SIGINT");
    return undefined;
  };
  const { code, text } = await ended;
  expect(text).toContain("The tenant is as it was before.");
  expect([code, JSON.stringify([...objectsIn(tenant)])]).toEqual([2, before]);
});
