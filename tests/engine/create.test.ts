import { expect, test } from "@jest/globals";
import { EventStream, RateLimitPolicy } from "../../sdk";
import { readAll, type TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { everything } from "../support/values/everything";
import { canaries, policy, subscriptions, webhook } from "../support/values/samples";

const engine = withTenant();
let stack: TestStack;

/** The lengths on which the bounds for the size of a state depend. */
const domain = "a-tenant-of-thirty.eu.auth0.co";

/** Everything, and a stream and a policy of usual size. */
async function program(): Promise<void> {
  await everything();
  new EventStream("stream", {
    name: "a-name-of-24-characters-",
    subscriptions,
    destination: webhook({ method: "bearer", token: "a-token-of-24-characters" }),
  });
  new RateLimitPolicy("policy", policy("client_id:0", { action: "block", limit: 100 }));
}

test("a preview sends no request at all", async () => {
  stack = await engine.newStack();
  const { result } = await engine.during(() => stack.preview(program));
  expect(result.code).toBe(0);
  expect(result.steps).toHaveLength(12);
  expect(engine.tenant.requests).toEqual([]);
});

test("each object is created by exactly one request, all of them with one token", async () => {
  const { result, requests } = await engine.during(() => stack.up());
  expect(result.code).toBe(0);
  expect(requests.sort()).toEqual([
    ...Array(6).fill("POST /event-streams"),
    ...Array(5).fill("POST /rate-limit-policies"),
    "PUT /guardian/factors/push-notification/providers/fcmv1",
  ]);
  expect(engine.tenant.tokenRequests()).toBe(1);
});

test("a refresh right after finds no drift, and says that push credentials cannot be verified", async () => {
  engine.tenant.clearRequests();
  const refreshed = await stack.refresh({ expectNoChanges: true });
  expect(refreshed).toMatchObject({ code: 0, steps: [] });
  expect(refreshed.text).toContain("GuardianFcmv1Provider fcmv1: cannot be verified");
  expect(engine.tenant.tokenRequests()).toBe(1);
});

test("a preview after it sends no request and reports no change", async () => {
  const { result } = await engine.during(() => stack.preview(program, { expectNoChanges: true }));
  expect(result).toMatchObject({ code: 0, steps: [] });
  expect(engine.tenant.requests).toEqual([]);
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

test("no secret stands in plaintext in state, history or backups", () => {
  const written = readAll(stack.home);
  expect(written).toContain("hooks.example.com");
  for (const canary of [...Object.values(canaries), "canary-firebase"]) {
    expect(written).not.toContain(canary);
  }
});

test("destroy deletes every object by one request, and says that the tenant keeps the push credentials", async () => {
  const { result, requests } = await engine.during(() => stack.destroy());
  expect(result.code).toBe(0);
  expect(requests).toHaveLength(11);
  expect(engine.tenant.streams.size + engine.tenant.policies.size).toBe(0);
  expect(engine.tenant.fcmv1).toBeDefined();
  expect(result.text).toContain("the tenant keeps them");
});
