import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  EventStream,
  type EventStreamArgs,
  GuardianFcmv1Provider,
  RateLimitPolicy,
  type RateLimitPolicyArgs,
} from "../../sdk";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import {
  action,
  authorizations,
  canaries,
  eventbridge,
  policy,
  webhook,
} from "../support/values/samples";

const engine = withTenant();
let stack: TestStack;

const created = { eventType: "user.created" as const };
const deleted = { eventType: "user.deleted" as const };
const base = (name: string): EventStreamArgs => ({
  name,
  subscriptions: [created, deleted],
  destination: webhook(authorizations.bearer),
});
/** The stream of this name, but for what changes. */
const changed = (
  name: string,
  after: Partial<EventStreamArgs>,
  before: Partial<EventStreamArgs> = {},
): [EventStreamArgs, EventStreamArgs] => [
  { ...base(name), ...before },
  { ...base(name), ...after },
];

/** Streams before and after a change: one `up` makes all of the changes, each to a stream of its own. */
const streams: Record<string, [before: EventStreamArgs, after: EventStreamArgs]> = {
  renamed: changed("renamed", { name: "another" }),
  resubscribed: changed("resubscribed", { subscriptions: [created] }),
  reordered: changed("reordered", { subscriptions: [deleted, created] }),
  both: changed("both", { name: "two", subscriptions: [deleted, created] }),
  token: changed("token", {
    destination: webhook({ method: "bearer", token: `${canaries.token}-2` }),
  }),
  endpoint: changed("endpoint", {
    destination: webhook(authorizations.bearer, "https://hooks.example.com/2"),
  }),
  method: changed("method", { destination: webhook(authorizations.basic) }),
  off: changed("off", { status: "disabled" }),
  on: changed("on", {}, { status: "disabled" }),
  less: [base("less"), { destination: webhook(authorizations.bearer) }],
  alone: [base("alone"), { destination: eventbridge() }],
  type: changed("type", { destination: eventbridge() }),
  account: changed(
    "account",
    { destination: eventbridge("210987654321") },
    { destination: eventbridge() },
  ),
  region: changed(
    "region",
    { destination: eventbridge("123456789012", "us-east-1") },
    { destination: eventbridge() },
  ),
  action: changed("action", { destination: action() }, { destination: eventbridge() }),
  actionId: changed("actionId", { destination: action("two") }, { destination: action("one") }),
};

const policies: Record<string, [before: RateLimitPolicyArgs, after: RateLimitPolicyArgs]> = {
  limit: [
    policy("client_id:limit", { action: "block", limit: 5 }),
    policy("client_id:limit", { action: "block", limit: 6 }),
  ],
  allow: [
    policy("client_id:allow", { action: "block", limit: 5 }),
    policy("client_id:allow", { action: "allow" }),
  ],
  selector: [
    policy("default", { action: "allow" }),
    policy("client_id:selector", { action: "allow" }),
  ],
};

const program =
  (version: 0 | 1, push = "push") =>
  async () => {
    for (const [name, args] of Object.entries(streams)) new EventStream(name, args[version]);
    for (const [name, args] of Object.entries(policies)) new RateLimitPolicy(name, args[version]);
    const serverCredentials = ["first-credentials", "second-credentials"][version] ?? "";
    new GuardianFcmv1Provider(push, { serverCredentials });
  };

const put = "PUT /guardian/factors/push-notification/providers/fcmv1";
/** Before the change. */
const names = new Map<string, string>();
let plan: Run;
let up: Run;
/** Those of the `up`. */
let requests: { route: string | undefined; body: unknown; of: string | undefined }[];

beforeAll(async () => {
  stack = await engine.newStack();
  expect((await stack.up(program(0))).code).toBe(0);
  for (const { id, urn } of (await stack.state()).resources)
    if (id) names.set(id, urn.split("::").at(-1) ?? "");
  engine.tenant.clearRequests();
  plan = await stack.preview(program(1));
  expect(engine.tenant.requests).toEqual([]);
  // One that fails is told by its own test.
  up = await stack.up(program(1), { continueOnError: true });
  requests = engine.tenant.requests
    .filter(({ kind }) => kind === "api")
    .map(({ route, body, path }) => ({
      route,
      body,
      of: names.get(path.split("/").at(-1) ?? "") ?? nameIn(body),
    }));
});

/** Whose body it is: a replacement is a create, and only one of them has no name. */
function nameIn(body: unknown): string | undefined {
  const { name, consumer_selector: selector } = (body ?? {}) as Record<string, string>;
  return name ?? selector?.replace("client_id:", "") ?? "alone";
}

/** What was done to the object of a resource. */
function done(resource: string) {
  const own = requests.filter(({ of }) => of === resource);
  return {
    steps: up.steps.filter((step) => step.split(" ")[1] === resource),
    routes: own.map(({ route }) => route),
    body: own[0]?.body,
  };
}

const patch = "PATCH /event-streams/{id}";
const deletedFirst = ["DELETE /event-streams/{id}", "POST /event-streams"];

test("an update does what its preview shows, and the preview sends nothing", () => {
  expect({ plan: plan.code, up: up.code }).toEqual({ plan: 0, up: 0 });
  expect(up.steps.sort()).toEqual(plan.steps.sort());
});

test("a drift check after all of it finds nothing", async () => {
  expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });
});

describe("a webhook stream", () => {
  test("a rename sends the name and nothing else", () => {
    expect(done("renamed")).toEqual({
      steps: ["update renamed ~name"],
      routes: [patch],
      body: { name: "another" },
    });
  });

  test("changed subscriptions are sent alone", () => {
    expect(done("resubscribed")).toEqual({
      steps: ["update resubscribed -subscriptions[1]"],
      routes: [patch],
      body: { subscriptions: [{ event_type: "user.created" }] },
    });
  });

  test("reordered subscriptions are no difference", () => {
    expect(done("reordered")).toEqual({ steps: [], routes: [] });
  });

  test("subscriptions that are reordered with a rename leave only the name in plan and request", () => {
    expect(done("both")).toEqual({
      steps: ["update both ~name"],
      routes: [patch],
      body: { name: "two" },
    });
  });

  test("a new token sends the complete destination, secret included", () => {
    expect(done("token")).toEqual({
      steps: ["update token ~destination.configuration.webhookAuthorization.token"],
      routes: [patch],
      body: {
        destination: {
          type: "webhook",
          configuration: {
            webhook_endpoint: "https://hooks.example.com/auth0",
            webhook_authorization: { method: "bearer", token: `${canaries.token}-2` },
          },
        },
      },
    });
  });

  test("another endpoint sends the secret along", () => {
    const { routes, body } = done("endpoint");
    expect(routes).toEqual([patch]);
    expect(body).toMatchObject({
      destination: { configuration: { webhook_authorization: { token: canaries.token } } },
    });
  });

  test("another method is changed in place", () => {
    expect(done("method").routes).toEqual([patch]);
  });

  test("status goes off and, removed from the program, back on", () => {
    const routes = [patch];
    const on = { steps: ["update on ~status"], routes, body: { status: "enabled" } };
    expect(done("off")).toMatchObject({ routes, body: { status: "disabled" } });
    expect(done("on")).toEqual(on);
  });

  test("name and subscriptions that are removed from the program stay unchanged", () => {
    expect(done("less")).toEqual({ steps: [], routes: [] });
    const stored = [...engine.tenant.streams.values()].find(({ name }) => name === "less");
    expect(stored?.subscriptions).toHaveLength(2);
  });

  test("a replacement is made of the program alone, and the plan says so", () => {
    const { steps, routes, body } = done("alone");
    expect(steps[0]).toMatch(/create-replacement alone .*-name -subscriptions/);
    expect(routes).toEqual([...deletedFirst].reverse());
    expect(Object.keys(body as object).sort()).toEqual(["destination", "status"]);
  });

  test.each([
    ["destination type", "type", "destination"],
    ["eventbridge account", "account", "awsAccountId"],
    ["eventbridge region", "region", "awsRegion"],
    ["type, an action", "action", "type"],
    ["action id", "actionId", "actionId"],
  ])("another %s is a replacement: deleted, then created under the same name", (_, name, key) => {
    const { steps, routes } = done(name);
    expect(steps.join("\n")).toMatch(new RegExp(`create-replacement ${name} .*${key}`));
    expect(routes).toEqual(deletedFirst);
    expect(engine.tenant.streams.size).toBe(Object.keys(streams).length);
  });
});

describe("a policy", () => {
  const ofPolicy = "PATCH /rate-limit-policies/{id}";

  test("a changed limit sends the configuration only", () => {
    expect(done("limit")).toEqual({
      steps: ["update limit ~configuration.limit"],
      routes: [ofPolicy],
      body: { configuration: { action: "block", limit: 6 } },
    });
  });

  test("another action is changed in place, without the fields of the last", () => {
    const { routes, body } = done("allow");
    expect(routes).toEqual([ofPolicy]);
    expect(body).toEqual({ configuration: { action: "allow" } });
  });

  test("another selector is a replacement: created, then deleted", () => {
    const { steps, routes } = done("selector");
    expect(steps[0]).toContain("create-replacement selector ~consumerSelector");
    expect(routes).toEqual(["POST /rate-limit-policies", "DELETE /rate-limit-policies/{id}"]);
  });
});

describe("push credentials", () => {
  test("a change is one PUT", () => {
    expect(done("push").steps).toEqual(["update push ~serverCredentials"]);
    const puts = requests.filter(({ route }) => route === put);
    expect(puts.map(({ body }) => body)).toEqual([{ server_credentials: "second-credentials" }]);
  });

  test("credentials that are renamed in the program stay in the tenant", async () => {
    const planned = await stack.preview(program(1, "other"));
    const renamed = await engine.during(() => stack.up(program(1, "other")));
    expect(renamed.result).toMatchObject({ code: 0, steps: planned.steps });
    expect(renamed.requests).toEqual([put]);
    expect(engine.tenant.fcmv1).toEqual({ server_credentials: "second-credentials" });
  });
});
