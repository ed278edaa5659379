import { expect, test } from "@jest/globals";
import { EventStream, RateLimitPolicy } from "../../sdk";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { subscriptions, webhook } from "../support/values/eventStream";
import { everything } from "../support/values/everything";
import { kindNamed, samples } from "../support/values/kinds";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant();
let stack: TestStack;

/** The lengths on which the bounds for the size of a state depend. */
const domain = "a-tenant-of-thirty.eu.auth0.co";

/** The largest objects, and a stream and a policy of usual size. */
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

test("each object is created by exactly one request, all of them with one token", async () => {
  stack = await engine.newStack();
  const { result, requests } = await engine.during(() => stack.up(program));
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

test("an up with a refresh repairs drift and keeps a renamed resource's push credentials", async () => {
  const basic = stream("basic");
  const { destination } = structuredClone(basic);
  basic.status = "disabled";
  basic.destination.configuration.webhook_endpoint = "https://other.example";
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
