import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy, StoredStream } from "../../emulator/src";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { everything } from "../support/values/everything";

const engine = withTenant();
let stack: TestStack;
let streams: Map<string, StoredStream>;
let policies: Map<string, StoredPolicy>;

beforeAll(async () => {
  stack = await engine.newStack();
  await stack.up(everything);
  streams = structuredClone(engine.tenant.streams);
  policies = structuredClone(engine.tenant.policies);
});

afterEach(() => {
  engine.tenant.answer = undefined;
  for (const [id, stream] of structuredClone(streams)) engine.tenant.streams.set(id, stream);
  for (const [id, policy] of structuredClone(policies)) engine.tenant.policies.set(id, policy);
});

// biome-ignore lint/suspicious/noExplicitAny: a tenant's object, changed at will
type Anything = any;

/** By the name, or the selector, that it was made with. */
const stream = (name: string): Anything =>
  live(engine.tenant.streams, streams, (one) => one.name === name);
const policy = (selector: string): Anything =>
  live(engine.tenant.policies, policies, (one) => one.consumer_selector === selector);

function live<T>(now: Map<string, T>, before: Map<string, T>, wanted: (one: T) => boolean) {
  const [id = ""] = [...before, ...now].find(([, one]) => wanted(one)) ?? [];
  return now.get(id);
}

const webhookOf = (name: string): Anything => stream(name).destination.configuration;

// The contract tests show this for every property; here, that the engine names what the provider says.
test("a change outside Pulumi is drift, and the engine names the property", async () => {
  stream("basic").name = "other";
  stream("custom").subscriptions.push({ event_type: "user.yawned" });
  webhookOf("bearer").webhook_authorization = { method: "basic", username: "u", password: "p" };
  stream("action").destination.type = "carrier_pigeon";
  policy("third_party_clients").configuration.limit = 99;
  policy("default").configuration = { action: "throttle", burst: 3 };

  const { code, steps } = await stack.drift();
  expect(code).toBe(7);
  const found = Object.fromEntries(steps.map((step) => [step.split(" ")[1], step.split(" ")]));
  const configuration = "destination.configuration";
  expect(found).toEqual({
    basic: ["update", "basic", "~name"],
    custom: ["update", "custom", "+subscriptions[2]"],
    bearer: expect.arrayContaining(["update", `~${configuration}.webhookAuthorization.method`]),
    action: expect.arrayContaining(["update", "~destination.type"]),
    block: ["update", "block", "~configuration.limit"],
    allow: expect.arrayContaining(["update", "~configuration.action"]),
  });
});

test("a response that differs without a change is no drift", async () => {
  const basic = stream("basic");
  basic.subscriptions.reverse();
  basic.updated_at = "2026-03-03T03:03:03.333333Z";
  basic.description = "added by the service one day";
  webhookOf("bearer").retry_policy = "added by the service one day";
  policy("default").created_at = null;
  engine.tenant.answer = ({ path, method }) =>
    method === "GET" && path.endsWith(basic.id)
      ? { status: 200, body: { ...withoutSecrets(basic), tenant: { id: 7 }, created_at: 5 } }
      : undefined;
  expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });
});

function withoutSecrets({ destination, ...rest }: Anything): Anything {
  const { password: _, ...shown } = destination.configuration.webhook_authorization;
  return {
    ...rest,
    destination: {
      ...destination,
      configuration: { ...destination.configuration, webhook_authorization: shown },
    },
  };
}

test("drift that was refreshed into the state is repaired by the next up, secrets in place", async () => {
  stream("basic").status = "disabled";
  webhookOf("basic").webhook_endpoint = "https://other.example";
  expect((await stack.refresh()).code).toBe(0);
  const { requests } = await engine.during(() => stack.up(everything));
  expect(requests).toHaveLength(1);
  expect(stream("basic")).toMatchObject({
    status: "enabled",
    destination: streams.get(stream("basic").id)?.destination,
  });
  expect((await stack.drift()).code).toBe(0);
});

test("a refresh removes a deleted object from the state, and up creates it again", async () => {
  const { id } = stream("bearer");
  engine.tenant.streams.delete(id);
  const drift = await stack.drift();
  expect(drift).toMatchObject({ code: 7, steps: ["delete bearer"] });
  await stack.refresh();
  const { result, requests } = await engine.during(() => stack.up(everything));
  expect(result.steps).toEqual(["create bearer"]);
  expect(requests).toEqual(["POST /event-streams"]);
  streams = structuredClone(engine.tenant.streams);
});
