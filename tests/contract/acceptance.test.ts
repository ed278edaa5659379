import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../emulator/src";
import { allScopes } from "../../emulator/src/operations";
import { type Clock, realClock } from "../../provider/api/clock";
import { settingsFrom } from "../../provider/config/settings";
import { run } from "../../tools/process";
import { adapterNames, engineFacts } from "../acceptance/facts/engine";
import { addedRecordings, withoutWaiting } from "../acceptance/recordings";
import { recorded } from "../acceptance/redact";
import { writeReport } from "../acceptance/report";
import { type Options, Run } from "../acceptance/run";
import { cleanUp, Service } from "../acceptance/service";
import { test as runSuite, snapshot, usableKinds } from "../acceptance/suite";
import { removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { problemsOf } from "../support/recordings/problems";
import { recording, streamRecordings } from "../support/recordings/recording";
import { sampled } from "../support/sample";
import { objectsIn, store } from "../support/tenant/objects";
import { canaries } from "../support/values/eventStream";
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
  const settings = settingsFrom(() => undefined, tenant.environment);
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

/** Runs the suite without the engine. */
async function runWithoutEngine(tenant: Tenant): Promise<{ run: Run; leftBehind: string[] }> {
  const run = newRun(tenant);
  return { run, leftBehind: await runSuite(run, await snapshot(run.service), []) };
}

/** Adds objects as a maintainer does. */
const exchangesOf = (run: Run) => withoutWaiting(recorded(run));

test("the emulator agrees in everything, and no object and no trace of the tenant is left", async () => {
  const tenant = await newTenant({ maxObjects: { "event-streams": 9 } });
  const before = JSON.stringify([...objectsIn(tenant)]);
  const run = newRun(tenant, { push: "1", aws: "242849305777", action: "an-action" });
  const adapters = sampled([...adapterNames], "adapters");
  const leftBehind = await runSuite(run, await snapshot(run.service), adapters);
  expect([differing(run), leftBehind]).toEqual([[], []]);
  expect(JSON.stringify([...objectsIn(tenant)])).toBe(before);
  const untested = run.facts.filter(({ verdict }) => verdict === "not tested");
  expect(countsOf(untested.map(({ found }) => found))).toEqual({
    "such an object would not have a name of this run": 7,
    "no exchange of this run shows it": 5,
    "no response shows it": 1,
    "no response shows it: give receiver=<https address>": 1,
    "it needs read:logs": 1,
    "no run takes a day": 1,
  });
  expect(tenant.requests.length).toBeLessThan(400);
  // If a run is killed in between, acceptance-clean doesn't find the object.
  const nameless = tenant.requests.findIndex(({ body }: Body) => body?.name === null);
  expect(tenant.requests[nameless + 1]?.route).toBe("DELETE /event-streams/{id}");
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

test("exchanges have no other ids, unknown texts, other envelopes, or names of the tenant", () => {
  // A client id can be a part of every other word.
  const names = { AUTH0_DOMAIN: "acme.eu.auth0.com", AUTH0_CLIENT_ID: "c" };
  const run = newRun({ environment: { ...names, AUTH0_CLIENT_SECRET: "a-secret" } } as never);
  run.recorded = 2;
  const request = { method: "GET", sent: undefined, correlationId: undefined };
  const response = { number: 1, status: 200, headers: {}, at: 0 };
  run.service.exchanges.push(
    {
      ...request,
      path: "/event-streams/odd-id-0815",
      ...response,
      body: {
        id: "odd-id-0815",
        owners: [foreign, { name: foreign }],
        message: "c of acme, active",
        statuses: ["failed"],
      },
    },
    { ...request, path: "/event-streams", ...response, body: { page: { items: [foreign] } } },
  );
  expect(recorded(run).map(({ request, response }) => [request.path, response.body])).toEqual([
    [
      "/event-streams/00000000001",
      {
        id: "00000000001",
        owners: ["unknown", { name: "unknown" }],
        message: "client of tenant, active",
        statuses: ["failed"],
      },
    ],
    ["/event-streams", undefined],
  ]);
});

test("the emulator and schema.json agree with every recording of streams", async () => {
  const recordings = [...streamRecordings.map(recording), ...addedRecordings()];
  const problems = await Promise.all(recordings.map(problemsOf));
  expect(problems.flat()).toEqual([]);
});

/** A tenant's deviations from this project's assumptions, and the complete report. */
interface Deviation {
  options?: TenantOptions;
  /** The first hook with a response responds. */
  respond?: Respond[];
  reports: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a body, changed at will
type Body = any;
type Respond = NonNullable<Tenant["respond"]>;

const change =
  (routes: RegExp, body: (body: Body) => Body): Respond =>
  ({ route = "" }) =>
    routes.test(route) ? { after: true, body } : undefined;

const lists = /^GET .event-streams$/;
const streams = /^(GET|POST|PATCH) .event-streams(.{id})?$/;

const changeStreams = (changeOne: (stream: Body) => void) =>
  change(streams, (body) => {
    for (const stream of body.eventStreams ?? [body]) if (stream.id) changeOne(stream);
    return body;
  });

const refusals = (messages: Record<number, string>) =>
  change(streams, (body) => ({ ...body, message: messages[body.statusCode] ?? body.message }));

const refused = (statusCode: number, errorCode?: string) => ({
  status: statusCode,
  body: { statusCode, error: "Refused", message: "No", errorCode },
});

/** Responds to creates of policies with this text in their body. */
const policies =
  (text: string, response: (policy: Body) => object): Respond =>
  ({ route, body }) =>
    route === "POST /rate-limit-policies" && JSON.stringify(body).includes(text)
      ? response(body)
      : undefined;

/** Shows an object from the fourth request on. */
function lateList(): Respond {
  const hidden = new Map<string, number>();
  const isShown = ({ id, name }: Body) => {
    hidden.set(id, (hidden.get(id) ?? 0) + 1);
    return name === foreign || Number(hidden.get(id)) > 3;
  };
  return change(lists, (body) => ({ ...body, eventStreams: body.eventStreams?.filter(isShown) }));
}

let turn = false;

const form = "responses of /event-streams have the form of the contract";

/** Each row has several independent deviations, because every tenant takes a whole run. */
const deviations: Record<string, Deviation> = {
  "other texts of refusals, another status of a create, another rate limit, other attempts": {
    options: {
      rateLimit: { ...rateLimit, reset: "epoch-milliseconds" },
      delivery: { retryDelaysMs: [200] },
    },
    respond: [
      refusals({ 404: "Nothing here.", 409: "The name is taken." }),
      policies('"limit":10000', () => ({ after: true, status: 200 })),
    ],
    reports: [
      'EventStream: an unknown id is a 404: message is "Nothing here."',
      'EventStream: no two have the same name: message is "The name is taken.", not "You',
      "a delivery is attempted 4 times: 2 attempts",
      "X-RateLimit-Reset is a time in epoch seconds: GET /event-streams?take=50: 1",
      "POST /rate-limit-policies succeeds with 201: status 200",
    ],
  },
  "lists without an envelope, and deliveries in an array": {
    options: { deliveriesShape: "array" },
    respond: [change(lists, (body) => body.eventStreams ?? body)],
    reports: [
      "EventStream: lists have pages with a checkpoint: pages of one have 1 of 2",
      "EventStream: lists have pages by number: start is undefined",
      "deliveries are listed in an envelope: the failed",
      "the last page of deliveries has a checkpoint, too: it has no",
      `${form}: the response must be object`,
    ],
  },
  "another name of a property": {
    respond: [
      changeStreams((stream) => {
        stream.modified_at = stream.updated_at;
        delete stream.updated_at;
      }),
    ],
    reports: [
      "EventStream: updates change updated_at: it is still undefined",
      `${form}: eventStreams[] must NOT have additional properties: modified_at; the`,
    ],
  },
  "another form of times, names that are compared without case, and filters that are refused": {
    respond: [
      ({ route, body }: Body) =>
        route === "POST /event-streams" && /[A-Z]$/.test(body.name) ? refused(409) : undefined,
      ({ query }) => (query.consumer ? { status: 400, body: "<p>No</p>" } : undefined),
      changeStreams((stream) => {
        stream.created_at = Date.parse(stream.created_at);
      }),
    ],
    reports: [
      "EventStream: two may differ only in the case of their name: status 409",
      "RateLimitPolicy: consumer filters the list: status 400, 0 others of 0",
      "every refusal is JSON with statusCode, error and message: GET /rate-limit-policies?consumer=",
      `${form}: eventStreams[].created_at must be string; created_at must be string`,
    ],
  },
  "a secret in responses, and no entitlement to create": {
    respond: [
      policies("", () => refused(403, "insufficient_entitlement")),
      changeStreams(({ destination }) => {
        const { webhook_authorization: authorization } = destination.configuration;
        if (authorization) authorization.token = canaries.token;
      }),
    ],
    reports: ["no response has a secret: GET /event-streams?take=50 returns one"],
  },
  "another order of subscriptions each time, canary- in somebody's endpoint, and wrong policies": {
    respond: [
      policies('"limit":-1', (policy) => ({
        status: 201,
        body: { id: "rlp_000000000000000000001", ...policy },
      })),
      changeStreams(({ name, subscriptions, destination: { configuration } }) => {
        turn = !turn;
        if (turn) subscriptions.reverse();
        if (name === foreign) configuration.webhook_endpoint = "https://canary-hooks.example.com/a";
      }),
    ],
    reports: [
      "RateLimitPolicy: refuses a limit below 0: status 201, not 400",
      "responses of /rate-limit-policies have the form of the contract: configuration.limit must",
    ],
  },
  "creation times ten minutes behind, updates that leave the time, and refused addresses": {
    respond: [
      ({ body }) => (JSON.stringify(body ?? "").includes(".invalid") ? refused(400) : undefined),
      changeStreams((stream) => {
        stream.created_at = new Date(Date.parse(stream.created_at) - 600_000).toISOString();
        stream.updated_at = stream.created_at;
      }),
    ],
    reports: [
      "a webhook may have an endpoint at .invalid: status 400, not 201: No",
      "EventStream: a new object's creation time isn't minutes behind Date: ",
      "EventStream: updates change updated_at: it is still ",
    ],
  },
  "a list that is behind": {
    respond: [lateList()],
    reports: ["EventStream: what was just created is listed at once: after "],
  },
  "an update that resets what it does not have": {
    respond: [
      ({ route, body }) =>
        route === "PATCH /event-streams/{id}" && !JSON.stringify(body).includes("status")
          ? {
              after: true,
              body: (stream: Body) => (stream.id ? { ...stream, status: "disabled" } : stream),
            }
          : undefined,
    ],
    reports: ["bearer", "custom", "changed", "renamed"].map(
      (name) => `EventStream: a change to "${name}" is made in place: status is "disabled"`,
    ),
  },
  "pages of a gateway": {
    respond: [
      ({ method, body }) =>
        method === "POST" && JSON.stringify(body).includes('"method":"bearer"')
          ? { status: 502, body: "<html>" }
          : undefined,
    ],
    reports: [],
  },
  "room for one stream": { options: { maxObjects: { "event-streams": 2 } }, reports: [] },
  "a token without permissions to update, and for deliveries": {
    options: { scopes: allScopes.filter((scope) => !/update|deliveries/.test(scope)) },
    reports: [],
  },
};

test("each deviation of a tenant is reported, and no object is left", async () => {
  // The runs are concurrent, because each waits for delivery attempts.
  const found = await Promise.all(
    Object.entries(deviations).map(async ([name, { options, respond = [], reports }]) => {
      const tenant = await newTenant(options);
      tenant.respond = (request) =>
        respond.map((each) => each(request)).find((response) => response !== undefined);
      const { run, leftBehind } = await runWithoutEngine(tenant);
      const expected = reports.map((text) => expect.stringContaining(text));
      return { name, run, found: [differing(run), leftBehind], expected: [expected, []] };
    }),
  );
  expect(found.map((one) => [one.name, one.found])).toEqual(
    found.map((one) => [one.name, one.expected]),
  );
  const renamed = found.find(({ name }) => name === "another name of a property");
  const problems = await problemsOf(exchangesOf(renamed?.run as Run));
  expect(problems[0]).toMatch(/^emulator\/src\/resources\/eventStream\.ts: POST \/event-streams: /);
  expect(problems.at(-1)).toBe("schema.json: EventStream has no property modified_at");
});

test("a run stops and changes nothing if a create returns an existing object", async () => {
  const tenant = await newTenant();
  const [id = "", stream] = [...tenant.streams][0] ?? [];
  tenant.respond = ({ route, body }: Body) => {
    if (route !== "POST /event-streams") return undefined;
    Object.assign(stream as object, { name: body.name });
    return { status: 201, body: stream as object };
  };
  const { run, leftBehind } = await runWithoutEngine(tenant);
  const why = `POST /event-streams returned ${id}, which the tenant had before the run`;
  expect([run.isComplete, run.facts.map(({ found }) => found)]).toEqual([false, [why]]);
  expect(leftBehind[0]).toContain(`was not deleted: the tenant had ${id} before the run`);
  expect(tenant.apiRequests().filter((one) => /^(?!GET|POST .*streams)/.test(one))).toEqual([]);
});

test("the engine sends nothing more if a state has an object that existed before the run", async () => {
  const tenant = await newTenant();
  const [id = "", stream = {}] = [...tenant.streams][0] ?? [];
  const run = newRun(tenant);
  run.kinds = listedKinds.filter(({ name }) => name === "EventStream");
  for (const kind of run.kinds) await run.create(kind, run.own(kind, kind.first));
  run.service.foreign.add(id);
  tenant.respond = ({ route }) =>
    route === "POST /event-streams" ? { status: 201, body: stream } : undefined;
  const why = `the state has ${id}, which the tenant had before the run`;
  await expect(engineFacts(run, "dynamic")).rejects.toThrow(why);
  expect(run.service.stopped).toBe(why);
  expect(tenant.apiRequests().filter((one) => /^(PATCH|DELETE)/.test(one))).toEqual([]);
});

test("without the permission to update, the engine is not tested", async () => {
  const scopes = allScopes.filter((scope) => !scope.startsWith("update:"));
  const run = newRun(await newTenant({ scopes }));
  run.kinds = listedKinds;
  await engineFacts(run, "dynamic");
  expect(run.facts.map(({ verdict }) => verdict)).toEqual(listedKinds.map(() => "not tested"));
});

test.each(["<html>", "null", '["a", null]', '{"eventStreams":[null]}'])(
  "responses that are %s end neither the run nor the cleaning up",
  async (text) => {
    const tenant = await newTenant();
    const odd = { status: 200, body: text, headers: { "content-type": "application/json" } };
    // The routes exclude creates, deletes, and whole lists.
    tenant.respond = ({ method, route = "", query }) =>
      method === "PATCH" || /^GET .*}/.test(route) || (method === "GET" && query.take !== "50")
        ? odd
        : undefined;
    const { run, leftBehind } = await runWithoutEngine(tenant);
    expect(leftBehind).toEqual([]);
    expect(differing(run).length).toBeGreaterThan(20);
    expect(
      run.facts.filter(({ found }) => /not iterable|undefined \(|null \(/.test(found)),
    ).toEqual([]);
  },
);

test("acceptance-clean deletes what a run leaves if it ends at any tenth request", async () => {
  const delivery = { retryDelaysMs: [1, 1, 1] };
  const complete = await newTenant({ delivery });
  await runWithoutEngine(complete);
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
      await runSuite(run, start, []);
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
