import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  EventStream,
  type EventStreamArgs,
  RateLimitPolicy,
  type RateLimitPolicyArgs,
} from "../../sdk";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { authorizations, eventbridge, subscriptions, webhook } from "../support/values/eventStream";
import { everything } from "../support/values/everything";
import { kindNamed, samples } from "../support/values/kinds";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant();
let stack: TestStack;

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
const program = (version: 0 | 1) => async () => {
  for (const [name, both] of Object.entries(streams)) new EventStream(name, both[version]);
  for (const [name, both] of Object.entries(policies)) {
    const options = name === "whole" ? { replaceOnChanges: ["configuration"] } : {};
    new RateLimitPolicy(name, both[version], options);
  }
  everything(version === 0 ? {} : { push: "renamed" });
  new EventStream("stream", {
    name: "a-name-of-24-characters-",
    subscriptions,
    destination: webhook({ method: "bearer", token: "a-token-of-24-characters" }),
  });
  new RateLimitPolicy("policy", policyFor("client_id:0", { action: "block", limit: 100 }));
};

test("each object is created by exactly one request, all of them with one token", async () => {
  stack = await engine.newStack();
  const { result, requests } = await engine.during(() => stack.up(program(0)));
  expect(result.code).toBe(0);
  expect(requests.sort()).toEqual(declared.map(({ routes }) => routes.create).sort());
  expect(engine.tenant.tokenRequests()).toBe(1);
});

test("a refresh right afterwards finds no drift, and cannot verify push credentials", async () => {
  engine.tenant.clearRequests();
  const refreshed = await stack.refresh({ expectNoChanges: true });
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

describe("an up with a refresh", () => {
  let plan: Run;
  let up: Run;
  /** The destination that the repaired stream had. */
  let destination: object;
  let writes: { route: string | undefined; body: unknown; of: string | undefined }[];

  beforeAll(async () => {
    const names = new Map<string, string>();
    for (const { id, urn } of (await stack.state()).resources)
      if (id) names.set(id, urn.split("::").at(-1) ?? "");
    engine.tenant.clearRequests();
    plan = await stack.preview(program(1));
    expect(engine.tenant.requests).toEqual([]);
    destination = structuredClone(stream("basic").destination);
    stream("basic").status = "disabled";
    stream("basic").destination.configuration.webhook_endpoint = "https://other.example";
    engine.tenant.streams.delete(stream("bearer").id);
    up = await stack.up(program(1), { refresh: true });
    writes = engine.tenant.requests
      .filter(({ kind, method }) => kind === "api" && method !== "GET")
      .map(({ route, body, path }) => ({
        route,
        body,
        of: names.get(path.split("/").at(-1) ?? "") ?? nameIn(body),
      }));
  });

  /** A replacement is a create, and only one of them has no name. */
  function nameIn(body: unknown): string {
    const { name, consumer_selector: selector } = (body ?? {}) as Record<string, string>;
    return name ?? selector?.replace("client_id:", "") ?? "alone";
  }

  test("does what its preview shows, and the preview sends nothing", () => {
    expect({ plan: plan.code, up: up.code }).toEqual({ plan: 0, up: 0 });
    expect(up.steps).toEqual(expect.arrayContaining(plan.steps));
  });

  test("repairs drift and keeps a renamed resource's push credentials", () => {
    expect(up.steps).toEqual(
      expect.arrayContaining(["create bearer", "create renamed", "delete push"]),
    );
    const kept = writes.filter(({ of = "" }) => !(of in streams || of in policies));
    expect(kept.map(({ route }) => route).sort()).toEqual([
      "PATCH /event-streams/{id}",
      "POST /event-streams",
      "PUT /guardian/factors/push-notification/providers/fcmv1",
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
