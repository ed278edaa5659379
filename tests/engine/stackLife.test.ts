import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { StoredPolicy, StoredStream } from "../../emulator/src";
import { EventStream, RateLimitPolicy } from "../../sdk";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { objectsIn } from "../support/tenant/objects";
import { subscriptions, webhook } from "../support/values/eventStream";
import { everything } from "../support/values/everything";
import { kindNamed, samples } from "../support/values/kinds";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant();
let stack: TestStack;
/** What the tenant has after the create. */
let streams: Map<string, StoredStream>;
let policies: Map<string, StoredPolicy>;

/** The lengths on which the bounds for the size of a state depend. */
const domain = "a-tenant-of-thirty.eu.auth0.co";

/** Everything, and a stream and a policy of usual size. */
const declared = [
  ...samples.map(({ kind }) => kind),
  ...[kindNamed("EventStream"), kindNamed("RateLimitPolicy")],
];
async function program(names?: Record<string, string>): Promise<void> {
  everything(names);
  new EventStream("stream", {
    name: "a-name-of-24-characters-",
    subscriptions,
    destination: webhook({ method: "bearer", token: "a-token-of-24-characters" }),
  });
  new RateLimitPolicy("policy", policyFor("client_id:0", { action: "block", limit: 100 }));
}

test("a preview sends no request at all", async () => {
  stack = await engine.newStack();
  const { result } = await engine.during(() => stack.preview(program));
  expect(result.code).toBe(0);
  expect(result.steps).toHaveLength(declared.length);
  expect(engine.tenant.requests).toEqual([]);
});

test("each object is created by exactly one request, all of them with one token", async () => {
  const { result, requests } = await engine.during(() => stack.up());
  expect(result.code).toBe(0);
  expect(requests.sort()).toEqual(declared.map(({ routes }) => routes.create).sort());
  expect(engine.tenant.tokenRequests()).toBe(1);
});

test("a refresh right after finds no drift, and says that push credentials cannot be verified", async () => {
  engine.tenant.clearRequests();
  const refreshed = await stack.refresh({ expectNoChanges: true });
  expect(refreshed).toMatchObject({ code: 0, steps: [] });
  expect(refreshed.text).toContain("GuardianFcmv1Provider cannot be verified");
  expect(engine.tenant.tokenRequests()).toBe(1);
});

test("state's inputs and outputs agree, and outputs add only what the service assigns", async () => {
  const { resources } = await stack.state();
  for (const { type, inputs, outputs } of resources.filter(({ id }) => id !== undefined)) {
    if (!type.includes("auth0-native")) continue;
    const { createdAt, updatedAt, tenant, awsPartnerEventSource, ...echoed } = outputs;
    expect(echoed).toEqual(inputs);
    expect(tenant).toBe(engine.tenant.domain);
  }
  const bridge = resources.find(({ urn }) => urn.endsWith("::bridge"));
  expect(bridge?.outputs.awsPartnerEventSource).toMatch(/^aws\.partner\//);
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

/** By the name, or the selector, that it was made with. */
const stream = (name: string): Anything =>
  live(engine.tenant.streams, streams, (one) => one.name === name);
const policyOf = (selector: string): Anything =>
  live(engine.tenant.policies, policies, (one) => one.consumer_selector === selector);

function live<T>(now: Map<string, T>, before: Map<string, T>, wanted: (one: T) => boolean) {
  const [id = ""] = [...before, ...now].find(([, one]) => wanted(one)) ?? [];
  return now.get(id);
}

const webhookOf = (name: string): Anything => stream(name).destination.configuration;

describe("after the create", () => {
  beforeAll(() => {
    streams = structuredClone(engine.tenant.streams);
    policies = structuredClone(engine.tenant.policies);
  });
  afterEach(() => {
    for (const [id, one] of structuredClone(streams)) engine.tenant.streams.set(id, one);
    for (const [id, one] of structuredClone(policies)) engine.tenant.policies.set(id, one);
  });

  // The contract tests show this for every property; here, that the engine names what the provider says.
  test("a change or a deletion outside Pulumi is drift, and the engine names the property", async () => {
    stream("basic").name = "other";
    stream("custom").subscriptions.push({ event_type: "user.yawned" });
    webhookOf("bearer").webhook_authorization = { method: "basic", username: "u", password: "p" };
    stream("action").destination.type = "carrier_pigeon";
    policyOf("third_party_clients").configuration.limit = 99;
    policyOf("default").configuration = { action: "throttle", burst: 3 };
    engine.tenant.streams.delete(stream("bridge").id);

    const { code, steps } = await stack.drift();
    expect(code).toBe(7);
    const found = Object.fromEntries(steps.map((step) => [step.split(" ")[1], step.split(" ")]));
    const configuration = "destination.configuration";
    expect(found).toEqual({
      basic: ["update", "basic", "~name"],
      bridge: ["delete", "bridge"],
      custom: ["update", "custom", "+subscriptions[2]"],
      bearer: expect.arrayContaining(["update", `~${configuration}.webhookAuthorization.method`]),
      action: expect.arrayContaining(["update", "~destination.type"]),
      block: ["update", "block", "~configuration.limit"],
      allow: expect.arrayContaining(["update", "~configuration.action"]),
    });
  });
});

test("an up with a refresh repairs drift, and keeps the push credentials of a renamed resource", async () => {
  const basic = stream("basic");
  const { destination } = structuredClone(basic);
  basic.status = "disabled";
  webhookOf("basic").webhook_endpoint = "https://other.example";
  engine.tenant.streams.delete(stream("bearer").id);
  const { result, requests } = await engine.during(() =>
    stack.up(() => program({ push: "renamed" }), { refresh: true }),
  );
  expect(result.steps).toEqual(
    expect.arrayContaining(["create bearer", "create renamed", "delete push"]),
  );
  const writes = requests.filter((request) => !request.startsWith("GET "));
  const put = "PUT /guardian/factors/push-notification/providers/fcmv1";
  expect(writes.sort()).toEqual([`PATCH /event-streams/${basic.id}`, "POST /event-streams", put]);
  expect(engine.tenant.fcmv1).toBeDefined();
  expect(stream("basic")).toMatchObject({ status: "enabled", destination });
});

test("destroy deletes every object by one request, and clears the push credentials", async () => {
  const { result, requests } = await engine.during(() => stack.destroy());
  expect(result.code).toBe(0);
  expect(requests).toHaveLength(declared.length);
  expect(objectsIn(engine.tenant).size).toBe(0);
  expect(engine.tenant.fcmv1).toBeUndefined();
});
