import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy, StoredStream } from "../../emulator/src";
import { EventStream } from "../../sdk";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { everything } from "../support/values/everything";
import { authorizations, webhook } from "../support/values/samples";

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

const configuration = "destination.configuration";
const authorization = `${configuration}.webhookAuthorization`;

const changes: [string, string, () => void][] = [
  ["a name", "basic ~name", () => (stream("basic").name = "other")],
  ["a status", "basic ~status", () => (stream("basic").status = "disabled")],
  [
    "a subscription to an unknown event",
    "bearer +subscriptions[2]",
    () => subscribe("user.yawned"),
  ],
  ["a subscription less", "basic -subscriptions[1]", () => stream("basic").subscriptions.pop()],
  [
    "an endpoint",
    `basic ~${configuration}.webhookEndpoint`,
    () => (webhookOf("basic").webhook_endpoint = "https://other.example"),
  ],
  [
    "a username",
    `basic ~${authorization}.username`,
    () => (webhookOf("basic").webhook_authorization.username = "other"),
  ],
  [
    "a header's name",
    `custom ~${authorization}.headerKey`,
    () => (webhookOf("custom").webhook_authorization.header_key = "X-Other"),
  ],
  [
    "a method",
    `bearer ~${authorization}.method`,
    () =>
      (webhookOf("bearer").webhook_authorization = {
        method: "basic",
        username: "u",
        password: "p",
      }),
  ],
  [
    "a missing authorization",
    `bearer -${authorization}`,
    () => delete webhookOf("bearer").webhook_authorization,
  ],
  [
    "an account",
    `bridge ~${configuration}.awsAccountId`,
    () => (webhookOf("bridge").aws_account_id = "000000000000"),
  ],
  [
    "a region",
    `bridge ~${configuration}.awsRegion`,
    () => (webhookOf("bridge").aws_region = "us-west-2"),
  ],
  [
    "an action's id",
    `action ~${configuration}.actionId`,
    () => (webhookOf("action").action_id = "other"),
  ],
  [
    "a destination type",
    "action ~destination.type",
    () => (stream("action").destination.type = "carrier_pigeon"),
  ],
  [
    "a protected resource",
    "block ~resource",
    () => (policy("third_party_clients").resource = "management_api"),
  ],
  ["a consumer", "block ~consumer", () => (policy("third_party_clients").consumer = "user")],
  [
    "a selector",
    "block ~consumerSelector",
    () => (policy("third_party_clients").consumer_selector = "client_id:x"),
  ],
  [
    "a limit",
    "block ~configuration.limit",
    () => (policy("third_party_clients").configuration.limit = 99),
  ],
  [
    "an action",
    "block ~configuration.action",
    () => (policy("third_party_clients").configuration.action = "log"),
  ],
  [
    "an unknown action",
    "allow ~configuration.action",
    () => (policy("default").configuration = { action: "throttle", burst: 3 }),
  ],
  [
    "a redirection",
    "redirect ~configuration.redirectUri",
    () => (policy("client_id:abc").configuration.redirect_uri = "https://x.example"),
  ],
];

const webhookOf = (name: string): Anything => stream(name).destination.configuration;
const subscribe = (event_type: string) => stream("bearer").subscriptions.push({ event_type });

/** As few refreshes as show each of them: in one, no two changes touch the same property of an object. */
function rounds(): (typeof changes)[] {
  const all: (typeof changes)[] = [];
  const place = ([, step]: (typeof changes)[number]) => /^\w+ .[\w.]+/.exec(step)?.[0] ?? step;
  const touches = (one: string, other: string) => {
    const [name, path = ""] = one.split(/ ./);
    const [otherName, otherPath = ""] = other.split(/ ./);
    return name === otherName && (within(path, otherPath) || within(otherPath, path));
  };
  for (const change of changes) {
    const free = all.find((round) => !round.some((other) => touches(place(change), place(other))));
    if (free) free.push(change);
    else all.push([change]);
  }
  return all;
}

/** Another tag is another branch, so nothing else there can be told apart from it. */
const within = (path: string, other: string) =>
  `${path}.`.startsWith(`${other.replace(/\.(method|type|action)$/, "")}.`);

test.each(rounds().map((round) => [round.map(([what]) => what).join("; "), round] as const))(
  "a change outside Pulumi is drift, reported by its name: %s",
  async (_, round) => {
    for (const [, , change] of round) change();
    const run = await stack.drift();
    expect(run.code).toBe(7);
    const expected = round.map(([, step]) => step.split(" "));
    const names = new Set(expected.map(([name]) => name));
    const found = new Map(run.steps.map((step) => [step.split(" ")[1], step.split(" ")] as const));
    expect([...found.keys()].sort()).toEqual([...names].sort());
    expect(run.steps).toHaveLength(names.size);
    for (const [name = "", property] of expected) {
      expect(found.get(name)?.[0]).toBe("update");
      expect(found.get(name)).toContain(property);
    }
  },
);

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

test("an update of a deleted object fails and says to refresh", async () => {
  const lone = await engine.newStack();
  const program = (name: string) => async () => {
    new EventStream("lone", { name, destination: webhook(authorizations.basic) });
  };
  await lone.up(program("lone"));
  engine.tenant.streams.delete(stream("lone").id);
  const run = await lone.up(program("renamed"));
  expect(run.code).not.toBe(0);
  expect(run.text).toMatch(/PATCH \/event-streams\/est_\w+ .*404.*pulumi refresh/);
  const { result, requests } = await engine.during(() => lone.destroy());
  expect(result.code).toBe(0);
  expect(requests).toHaveLength(1);
});

test("a page of a gateway with status 404 is an error and no deletion", async () => {
  engine.tenant.answer = ({ kind }) =>
    kind === "api" ? { status: 404, body: "<html>no such host</html>" } : undefined;
  const run = await stack.drift();
  expect(run.code).not.toBe(0);
  expect(run.code).not.toBe(7);
  expect(run.text).toContain("not a response of the service");
});
