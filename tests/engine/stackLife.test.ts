import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  EventStream,
  type EventStreamArgs,
  getDeliveries,
  getDeliveriesOutput,
  getEventStream,
  getEventStreamOutput,
  getEventStreams,
  Provider,
  RateLimitPolicy,
  type RateLimitPolicyArgs,
} from "../../sdk";
import { sharedTime } from "../support/clock/sharedTime";
import { lazyPulumi } from "../support/engine/environment";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { removeTemporaryFolders } from "../support/project";
import { objectsIn } from "../support/tenant/objects";
import { authorizations, eventbridge, subscriptions, webhook } from "../support/values/eventStream";
import { everything } from "../support/values/everything";
import { kindNamed, samples } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { policyFor } from "../support/values/rateLimitPolicy";

// Protocol tests have every fault in every operation. The faults here show how the engine handles an error.

const time = sharedTime(lazyPulumi);
const engine = withTenant({ now: time.now });
let stack: TestStack;
let printed = "";
const tokens = new Set<string>();
afterAll(removeTemporaryFolders);

/** A run with its requests, whose output and tokens the last test searches for secrets. */
async function during(work: () => Promise<Run>) {
  const { result, requests } = await engine.during(work);
  const left = engine.tenant.faults;
  engine.tenant.clearFaults();
  engine.tenant.respond = undefined;
  printed += result.text;
  for (const { headers } of engine.tenant.requests)
    tokens.add(String(headers.authorization).replace("Bearer ", ""));
  return { ...result, requests, left };
}

/** The lengths on which the bounds for the size of a state depend. */
const domain = "a-tenant-of-thirty.eu.auth0.co";

const args = (name: string, changes: Partial<EventStreamArgs> = {}): EventStreamArgs => ({
  name,
  destination: webhook(authorizations.bearer),
  ...changes,
});

/** Streams and policies that one `up` replaces, before and after the change. */
const streams: Record<string, [before: EventStreamArgs, after: EventStreamArgs]> = {
  alone: [args("alone"), { destination: eventbridge() }],
  type: [args("type"), args("type", { destination: eventbridge() })],
  account: [
    args("account", { destination: eventbridge() }),
    args("account", { destination: eventbridge("210987654321") }),
  ],
};
const policies: Record<string, [before: RateLimitPolicyArgs, after: RateLimitPolicyArgs]> = {
  selector: [
    policyFor("client_id:before", { action: "allow" }),
    policyFor("client_id:selector", { action: "allow" }),
  ],
  whole: [
    policyFor("client_id:whole", { action: "block", limit: 5 }),
    policyFor("client_id:whole", { action: "block", limit: 6 }),
  ],
};

/** The largest objects, a stream and a policy of usual size, and what is replaced. */
const declared = [
  ...samples.map(({ kind }) => kind),
  ...[...Object.keys(streams), "stream"].map(() => kindNamed("EventStream")),
  ...[...Object.keys(policies), "policy"].map(() => kindNamed("RateLimitPolicy")),
];
function declareAll(version: 0 | 1) {
  const replaced = Object.entries(streams).map(
    ([name, both]) => new EventStream(name, both[version]),
  );
  for (const [name, both] of Object.entries(policies)) {
    const options = name === "whole" ? { replaceOnChanges: ["configuration"] } : {};
    new RateLimitPolicy(name, both[version], options);
  }
  everything(version === 0 ? {} : { push: "renamed" });
  const stream = new EventStream("stream", {
    name: "a-name-of-24-characters-",
    subscriptions,
    destination: webhook({ method: "bearer", token: "canary-of-24-characters-" }),
  });
  const limit = version === 0 ? 100 : 200;
  new RateLimitPolicy("policy", policyFor("client_id:0", { action: "block", limit }));
  return { stream, replaced };
}
const program = (version: 0 | 1) => async () => void declareAll(version);

const put = "PUT /guardian/factors/push-notification/providers/fcmv1";

test("each object is created once despite lost and broken responses, and a GET repairs an invalid one", async () => {
  const { tenant } = engine;
  // Programs run in this process and read its environment.
  Object.assign(process.env, tenant.environment);
  const environment = { ...tenant.environment, ...time.environment, AUTH0_MAX_RETRIES: "2" };
  stack = await engine.newStack(environment);
  tenant.addFault({ route: "POST /rate-limit-policies", kind: "drop", when: "after" });
  tenant.addFault({ route: put, kind: "status", status: 503 });
  tenant.addFault({ route: "POST /oauth/token", kind: "html", times: 2 });
  tenant.respond = ({ route, body }) =>
    route === "POST /event-streams" && JSON.stringify(body).includes("a-name-of-24")
      ? { after: true, body: (created: object) => ({ ...created, created_at: { odd: true } }) }
      : undefined;
  const created = await during(() => stack.up(program(0), "--continue-on-error"));
  expect({ isDone: created.code === 0, left: created.left }).toEqual({ isDone: false, left: [] });
  expect(created.text).toContain("was written, but the response can't be read (created_at)");
  const writes = created.requests.filter((request) => !request.startsWith("GET"));
  expect(writes.sort()).toEqual([...declared.map(({ routes }) => routes.create), put].sort());
  // The token endpoint fails twice.
  expect(tenant.tokenRequests()).toBe(3);
  const { resources } = await stack.state();
  const ids = resources.flatMap(({ id = "" }) => (/^(est|rlp)_/.test(id) ? [id] : []));
  expect(ids.sort()).toEqual([...objectsIn(tenant).keys()].sort());

  const repaired = await during(() => stack.up(program(0)));
  const id = await idOf("stream");
  expect(repaired).toMatchObject({ code: 0, requests: [`GET /event-streams/${id}`] });
});

test("a refresh right afterwards finds no drift, and cannot verify push credentials", async () => {
  const refreshed = await during(() => stack.refresh("--expect-no-changes"));
  expect(refreshed).toMatchObject({ code: 0, steps: [] });
  expect(refreshed.text).toContain("GuardianFcmv1Provider can't be verified");
  expect(engine.tenant.tokenRequests()).toBe(1);
});

test.each([
  ["stream", 1250],
  ["policy", 650],
])("a %s takes less than %i bytes of state", async (name, limit) => {
  const { resources } = await stack.state();
  const { inputs, outputs } = resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
  expect([domain.length, outputs?.tenant]).toEqual([30, engine.tenant.domain]);
  const text = JSON.stringify(inputs) + JSON.stringify({ ...outputs, tenant: domain });
  process.stdout.write(`State of a ${name}: ${Buffer.byteLength(text)} bytes\n`);
  expect(Buffer.byteLength(text)).toBeLessThan(limit);
});

// biome-ignore lint/suspicious/noExplicitAny: a tenant's object, changed at will
type Anything = any;

/** The state of the object with a name. */
const stream = (name: string): Anything =>
  [...engine.tenant.streams.values()].find((one) => one.name === name);

/** The id of the resource with this name. */
async function idOf(name: string): Promise<string> {
  const { resources } = await stack.state();
  return resources.find(({ urn }) => urn.endsWith(`::${name}`))?.id ?? "";
}

describe("an up with a refresh", () => {
  let plan: Awaited<ReturnType<typeof during>>;
  let up: Awaited<ReturnType<typeof during>>;
  let streamId: string;
  /** The destination that the repaired stream had. */
  let destination: object;
  let writes: { route: string | undefined; body: unknown; of: string | undefined }[];

  beforeAll(async () => {
    const names = new Map<string, string>();
    for (const { id, urn } of (await stack.state()).resources)
      if (id) names.set(id, urn.split("::").at(-1) ?? "");
    streamId = await idOf("stream");
    engine.tenant.addDeliveries(streamId, 20);
    plan = await during(() => stack.preview(withLookups));
    destination = structuredClone(stream("basic").destination);
    stream("basic").status = "disabled";
    stream("basic").destination.configuration.webhook_endpoint = "https://other.example";
    engine.tenant.streams.delete(stream("bearer").id);
    engine.tenant.addFault({
      ...{ route: "PATCH /rate-limit-policies/{id}", times: 0 },
      ...{ kind: "status", status: 500, when: "after" },
    });
    up = await during(() => stack.up(withOutputs, "--refresh", "--continue-on-error"));
    writes = engine.tenant.requests
      .filter(({ kind, method }) => kind === "api" && method !== "GET")
      .map(({ route, body, path }) => ({
        route,
        body,
        of: names.get(path.split("/").at(-1) ?? "") ?? nameIn(body),
      }));
  });

  /** Looks up a stream that exists, and one whose replacement has no id yet. */
  async function withLookups() {
    const { replaced } = declareAll(1);
    const { deliveries } = await getDeliveries({ eventStreamId: streamId, maxItems: 10 });
    const { status } = await getEventStream({ id: streamId });
    const later = replaced.map(({ id }) => [
      getDeliveriesOutput({ eventStreamId: id }),
      getEventStreamOutput({ id }),
    ]);
    return { known: [deliveries.length, status], later };
  }

  async function withOutputs() {
    const { stream } = declareAll(1);
    const { id: eventStreamId } = stream;
    const [clientId, clientSecret] = ["emulator-client", "emulator-client-secret"];
    const provider = new Provider("own", { domain: engine.tenant.url, clientId, clientSecret });
    const listed = getDeliveriesOutput({ eventStreamId: streamId, maxItems: 5 }, { provider });
    return {
      count: listed.apply(({ deliveries }) => deliveries.length),
      one: getEventStreamOutput({ id: eventStreamId }),
      all: (await getEventStreams()).eventStreams.filter(({ id }) => id === streamId),
      failed: getDeliveriesOutput({ eventStreamId, maxItems: 3, includeEvent: true }),
      ids: getDeliveriesOutput({ eventStreamId, maxItems: 3 }).apply(({ deliveries }) =>
        deliveries.map(({ id }) => id),
      ),
    };
  }

  /** A replacement is a create, and only one of them has no name. */
  function nameIn(body: unknown): string {
    const { name, consumer_selector: selector } = (body ?? {}) as Record<string, string>;
    return name ?? selector?.replace("client_id:", "") ?? "alone";
  }

  test("does what its preview shows, and the preview only looks up what exists", () => {
    expect(plan.code).toBe(0);
    expect(plan.requests).toEqual([
      `GET /event-streams/${streamId}/deliveries`,
      `GET /event-streams/${streamId}`,
    ]);
    expect(up.steps).toEqual(expect.arrayContaining(plan.steps));
  });

  test("fails with one line if every response to an update fails, which the next up repeats", async () => {
    const lines = up.text.split("\n").map((line) => line.trim());
    const errors = lines.filter((line) => /^error: (?!update failed)/.test(line));
    expect(errors).toEqual([
      expect.stringMatching(
        /^error: PATCH \/rate-limit-policies\/rlp_\w+ \(.*\): 500 Internal Server Error/,
      ),
    ]);
    expect(up.text).not.toMatch(/^\s+at .*:\d+/m);
    const next = await during(() => stack.up(program(1)));
    const patched = `PATCH /rate-limit-policies/${await idOf("policy")}`;
    expect({ code: next.code, requests: next.requests }).toEqual({ code: 0, requests: [patched] });
  });

  test("has outputs of which only event content is secret, also by an explicit provider", () => {
    const { count, one, all, failed, ids } = up.outputs;
    expect(failed).toMatchObject({
      secret: true,
      value: { deliveries: [{ event: { specversion: "1.0" } }, {}, {}], next: expect.any(String) },
    });
    expect(ids).toMatchObject({ secret: false, value: { length: 3 } });
    const webhookAuthorization = { method: "bearer" };
    const found = { id: streamId, destination: { configuration: { webhookAuthorization } } };
    expect(one).toMatchObject({ secret: false, value: found });
    expect(all).toMatchObject({ secret: false, value: [found] });
    expect(leaksIn(JSON.stringify([one, all]))).toEqual([]);
    expect(count).toEqual({ value: 5, secret: false });
  });

  test("repairs drift and keeps a renamed resource's push credentials", () => {
    expect(up.steps).toEqual(
      expect.arrayContaining(["create bearer", "create renamed", "delete push"]),
    );
    const kept = writes.filter(({ of = "" }) => !(of in streams || of in policies));
    expect(kept.map(({ route }) => route).sort()).toEqual([
      "PATCH /event-streams/{id}",
      // The first one, and two retries.
      ...Array(3).fill("PATCH /rate-limit-policies/{id}"),
      "POST /event-streams",
      put,
    ]);
    expect(engine.tenant.fcmv1).toBeDefined();
    expect(stream("basic")).toMatchObject({ status: "enabled", destination });
  });

  const deletedFirst = ["DELETE /event-streams/{id}", "POST /event-streams"];
  const policyDeletedFirst = ["DELETE /rate-limit-policies/{id}", "POST /rate-limit-policies"];
  test.each<[resource: string, key: string, routes: string[]]>([
    ["type", "destination", deletedFirst],
    ["account", "awsAccountId", deletedFirst],
    ["alone", "-name", [...deletedFirst].reverse()],
    ["selector", "~consumerSelector", [...policyDeletedFirst].reverse()],
    ["whole", "~configuration", policyDeletedFirst],
  ])(
    "%s: another %s is a replacement, deleted first if the key is the same",
    (resource, key, routes) => {
      const steps = up.steps.filter((step) => step.split(" ")[1] === resource).join("\n");
      expect(steps).toContain(`create-replacement ${resource} `);
      expect(steps).toContain(key);
      const sent = writes.filter(({ of }) => of === resource);
      expect(sent.map(({ route }) => route)).toEqual(routes);
    },
  );

  test("replaces with only the program's inputs", () => {
    const { body } =
      writes.find(({ of, route }) => of === "alone" && route === "POST /event-streams") ?? {};
    expect(Object.keys(body as object).sort()).toEqual(["destination", "status"]);
  });
});

test("no run showed a secret", () => {
  expect(leaksIn(printed, [...tokens, "emulator-client-secret"])).toEqual([]);
});
