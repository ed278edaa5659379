import { beforeAll, expect, test } from "@jest/globals";
import {
  EventStream,
  type EventStreamArgs,
  RateLimitPolicy,
  type RateLimitPolicyArgs,
} from "../../sdk";
import type { Run } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { authorizations, eventbridge, webhook } from "../support/values/eventStream";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant();

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
  alone: [base("alone"), { destination: eventbridge() }],
  type: changed("type", { destination: eventbridge() }),
  account: changed(
    "account",
    { destination: eventbridge("210987654321") },
    { destination: eventbridge() },
  ),
};

const policies: Record<string, [before: RateLimitPolicyArgs, after: RateLimitPolicyArgs]> = {
  selector: [
    policyFor("default", { action: "allow" }),
    policyFor("client_id:selector", { action: "allow" }),
  ],
  whole: [
    policyFor("client_id:whole", { action: "block", limit: 5 }),
    policyFor("client_id:whole", { action: "block", limit: 6 }),
  ],
};

const program = (version: 0 | 1) => async () => {
  for (const [name, args] of Object.entries(streams)) new EventStream(name, args[version]);
  for (const [name, args] of Object.entries(policies)) {
    const options = name === "whole" ? { replaceOnChanges: ["configuration"] } : {};
    new RateLimitPolicy(name, args[version], options);
  }
};

/** Before the change. */
const names = new Map<string, string>();
let plan: Run;
let up: Run;
/** Those of the `up`. */
let requests: { route: string | undefined; body: unknown; of: string | undefined }[];

beforeAll(async () => {
  const stack = await engine.newStack();
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
  const all = (body ?? {}) as Record<string, string>;
  return all.name ?? all.consumer_selector?.replace("client_id:", "") ?? "alone";
}

/** The engine's steps and the requests for a resource's object. */
function done(resource: string) {
  const own = requests.filter(({ of }) => of === resource);
  return {
    steps: up.steps.filter((step) => step.split(" ")[1] === resource),
    routes: own.map(({ route }) => route),
  };
}

const deletedFirst = ["DELETE /event-streams/{id}", "POST /event-streams"];

test("an update does what its preview shows, and the preview sends nothing", () => {
  expect({ plan: plan.code, up: up.code }).toEqual({ plan: 0, up: 0 });
  expect(up.steps.sort()).toEqual(plan.steps.sort());
});

const policyDeletedFirst = ["DELETE /rate-limit-policies/{id}", "POST /rate-limit-policies"];

test.each<[resource: string, key: string, routes: string[]]>([
  ["type", "destination", deletedFirst],
  ["account", "awsAccountId", deletedFirst],
  ["alone", "-name -subscriptions", [...deletedFirst].reverse()],
  ["selector", "~consumerSelector", [...policyDeletedFirst].reverse()],
  ["whole", "~configuration", policyDeletedFirst],
])(
  "%s: another %s is a replacement, deleted first if the key is the same",
  (resource, key, routes) => {
    const { steps, routes: sent } = done(resource);
    expect(steps.join("\n")).toContain(`create-replacement ${resource} `);
    expect(steps.join("\n")).toContain(key);
    expect(sent).toEqual(routes);
  },
);

test("a replacement uses only the program's inputs", () => {
  const body = requests.findLast(({ of, route }) => of === "alone" && route?.startsWith("POST"));
  expect(Object.keys(body?.body as object).sort()).toEqual(["destination", "status"]);
  expect(engine.tenant.streams.size).toBe(Object.keys(streams).length);
});
