import { describe, expect, test } from "@jest/globals";
import type { Json, Props } from "../../provider/shared/json";
import { pluginTypeToken } from "../../provider/stateStrings";
import {
  type Plugin,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import type { Difference, PropertyDifference } from "../support/engine/resourceProvider";
import { marked, secret, secretPaths, unmarked } from "../support/engine/secretValues";
import { manyObjects, manyPolicies } from "../support/tenant/many";
import {
  action,
  authorizations,
  eventbridge,
  stream,
  to,
  webhook,
} from "../support/values/eventStream";
import { push, serviceAccount } from "../support/values/guardianFcmv1Provider";
import { jsonCopy, unknown } from "../support/values/inputs";
import { listedKinds } from "../support/values/kinds";
import { configured, policy } from "../support/values/rateLimitPolicy";

const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

/** The diff between one program's state and another program, both after a check. */
async function diff(kind: string, program: Props, next: Props): Promise<Difference> {
  const { provider, server } = both;
  const [state, inputs] = [
    await checked(provider, kind, program),
    await checked(provider, kind, next),
  ];
  const outputs = { ...state, tenant: server.domain, createdAt: "then", updatedAt: "then" };
  return provider.diff(pluginSubject(kind), `id of ${kind}`, outputs, inputs, state);
}

async function checked(provider: Plugin, kind: string, program: Props): Promise<Props> {
  const { inputs, failures } = await provider.check(pluginSubject(kind), {}, program);
  expect(failures).toEqual([]);
  return inputs;
}

const update: PropertyDifference = { kind: "update", replace: false, inputDiff: true };
const add: PropertyDifference = { ...update, kind: "add" };
const remove: PropertyDifference = { ...update, kind: "delete" };
const replacing = (one: PropertyDifference) => ({ ...one, replace: true });

const configuration = "destination.configuration";
const authorization = "destination.configuration.webhookAuthorization";
const events = (...types: string[]) => ({
  subscriptions: types.map((eventType) => ({ eventType })),
});

// Unit tests cover which properties differ. These tests cover what the engine gets.
const cases: [string, string, Props, Props, Record<string, PropertyDifference>][] = [
  [
    "another method",
    "EventStream",
    stream(),
    to(webhook(authorizations.bearer)),
    {
      [`${authorization}.method`]: update,
      [`${authorization}.username`]: remove,
      [`${authorization}.password`]: remove,
      [`${authorization}.token`]: add,
    },
  ],
  [
    "an event that is deleted and added at one index",
    "EventStream",
    stream(events("group.created", "user.created")),
    stream(events("group.deleted", "user.created")),
    { "subscriptions[0]": update },
  ],
  [
    "another kind of destination",
    "EventStream",
    to(action()),
    to(eventbridge()),
    {
      "destination.type": replacing(update),
      [`${configuration}.actionId`]: replacing(remove),
      [`${configuration}.awsAccountId`]: replacing(add),
      [`${configuration}.awsRegion`]: replacing(add),
    },
  ],
];

describe("the detailed difference", () => {
  test.each(cases)("%s of %s has its paths, kinds and replacements", async (_, kind, ...rest) => {
    const [program, next, expected] = rest;
    const found = await diff(kind, jsonCopy(program), jsonCopy(next));
    expect(found.detailed).toEqual(expected);
    expect(found.changes).toBe(Object.keys(expected).length > 0 ? "some" : "none");
    const replaced = Object.keys(expected).filter((path) => expected[path]?.replace);
    expect(found.replaces).toEqual([...new Set(replaced.map((path) => path.split(/[.[]/)[0]))]);
  });

  // In a refresh, the engine passes ignoreChanges to the provider, which must apply it.
  test("omits the paths in ignoreChanges", async () => {
    const { provider, server } = both;
    const subject = pluginSubject("EventStream");
    const inputs = await checked(provider, "EventStream", stream({ name: "crm" }));
    const live = { ...inputs, status: "disabled", tenant: server.domain };
    const diff = (news: Props) =>
      provider.diff(subject, "id of EventStream", live, news, inputs, ["status"]);
    expect(await diff(inputs)).toMatchObject({ changes: "none", detailed: {} });
    expect((await diff({ ...inputs, name: "erp" })).detailed).toEqual({ name: update });
  });

  test("of a value whose secret mark alone changes is empty", async () => {
    const { provider, server } = both;
    const subject = pluginSubject("EventStream");
    const plain = stream({ status: "enabled" });
    const whole = { ...marked("EventStream", plain), name: secret(plain.name ?? null) };
    const outputs = { ...whole, tenant: server.domain };
    for (const news of [
      plain,
      whole,
      { ...plain, destination: secret(plain.destination ?? null) },
    ]) {
      const { changes } = await provider.diff(subject, "id of EventStream", outputs, news, whole);
      expect(changes).toBe("none");
    }
  });
});

describe("the preview", () => {
  test.each<[string, Props, string[]]>([
    ["EventStream", to(eventbridge()), ["createdAt", "updatedAt", "awsPartnerEventSource"]],
    ["RateLimitPolicy", policy(), ["createdAt", "updatedAt"]],
    ["GuardianFcmv1Provider", push(), []],
  ])("of a create of %s has everything except what Auth0 adds", async (kind, program, added) => {
    const { provider, server } = both;
    const inputs = await checked(provider, kind, program);
    const { id, properties } = await provider.create(pluginSubject(kind), inputs, true);
    expect(id).toBe("");
    const unknowns = Object.fromEntries(added.map((name) => [name, unknown]));
    expect(properties).toEqual({ ...inputs, ...unknowns, tenant: server.domain });
    expect(server.requests).toEqual([]);
  });

  test.each<[string, Props, Props, string[]]>([
    ["EventStream", stream(), to(webhook(authorizations.bearer)), ["updatedAt"]],
    ["RateLimitPolicy", policy(), configured({ action: "allow" }), ["updatedAt"]],
    ["GuardianFcmv1Provider", push(), push(serviceAccount("new")), []],
  ])("of an update of %s has everything except what every update changes", async (...row) => {
    const [kind, program, next, changing] = row;
    const { provider, server } = both;
    const subject = pluginSubject(kind);
    const olds = await checked(provider, kind, program);
    const { id, properties } = await provider.create(subject, olds);
    server.clearRequests();
    const news = await checked(provider, kind, next);
    const options = { oldInputs: olds };
    const preview = await provider.update(subject, id, properties, news, {
      ...options,
      preview: true,
    });
    const added = Object.fromEntries(changing.map((name) => [name, unknown]));
    expect(preview.properties).toEqual({ ...properties, ...news, ...added });
    expect(server.requests).toEqual([]);

    const real = await provider.update(subject, id, properties, news, options);
    const known = Object.entries(preview.properties).filter(([, value]) => value !== unknown);
    expect(real.properties).toMatchObject(Object.fromEntries(known));
    expect(Object.keys(real.properties).sort()).toEqual(Object.keys(preview.properties).sort());
  });

  test("keeps unknown values unknown, and secrets secret", async () => {
    const { provider } = both;
    const program = {
      ...stream({ name: unknown }),
      destination: secret(stream().destination ?? null),
    };
    const inputs = await checked(provider, "EventStream", program);
    const { properties } = await provider.create(pluginSubject("EventStream"), inputs, true);
    expect(properties.name).toBe(unknown);
    expect(secretPaths(properties)).toEqual(["destination"]);
  });
});

/** Marks the value at a path of keys and indexes. */
function markAt(value: Json, [key, ...rest]: (string | number)[]): Json {
  if (key === undefined) return secret(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? markAt(item, rest) : item));
  const object = value as Props;
  return { ...object, [key]: markAt(object[key] ?? null, rest) };
}

/** The secret marks of every response in a resource's lifecycle. */
async function lifeOf(kind: string, program: Props, next: Props) {
  const { provider } = both;
  const subject = pluginSubject(kind);
  const { inputs, failures } = await provider.check(subject, {}, program);
  expect(failures).toEqual([]);
  const preview = await provider.create(subject, inputs, true);
  const { id, properties } = await provider.create(subject, inputs);
  const read = await provider.read(subject, id, properties, inputs);
  const { inputs: news } = await provider.check(subject, inputs, next);
  const options = { oldInputs: inputs };
  const planned = await provider.update(subject, id, properties, news, {
    ...options,
    preview: true,
  });
  const updated = await provider.update(subject, id, properties, news, options);
  await provider.delete(subject, id, updated.properties, news);
  return {
    program: [inputs, preview.properties, properties, read.properties, read.inputs ?? {}],
    next: [news, planned.properties, updated.properties],
  };
}

// pluginProvider.ts looks in every protocol test for secrets of schema.json that are not marked.

describe("in every answer", () => {
  test.each<[string, (string | number)[], string[]]>([
    [
      "a leaf",
      ["destination", "configuration", "webhookEndpoint"],
      ["destination.configuration.webhookEndpoint", `${authorization}.password`],
    ],
    ["a whole destination", ["destination"], ["destination"]],
    // The set is sorted, so the item may have another index.
    [
      "a leaf in a set",
      ["subscriptions", 1, "eventType"],
      ["subscriptions", `${authorization}.password`],
    ],
  ])("%s that the program marks is marked", async (_what, path, paths) => {
    const backwards = stream({ subscriptions: [...(stream().subscriptions as Json[])].reverse() });
    const answers = await lifeOf(
      "EventStream",
      markAt(backwards, path) as Props,
      markAt({ ...backwards, name: "b" }, path) as Props,
    );
    for (const bag of [...answers.program, ...answers.next])
      expect(secretPaths(bag).sort()).toEqual([...paths].sort());
  });

  test("a value that the program no longer marks is not marked after the update", async () => {
    const answers = await lifeOf(
      "RateLimitPolicy",
      { ...policy(), consumer: secret("client") },
      configured({ action: "allow" }),
    );
    for (const bag of answers.program) expect(secretPaths(bag)).toEqual(["consumer"]);
    for (const bag of answers.next) expect(secretPaths(bag)).toEqual([]);
  });

  test("an omitted value keeps its old value and mark", async () => {
    const { provider } = both;
    const olds = { ...stream(), name: secret("canary-name"), status: "enabled" };
    const news = stream({ name: null });
    const { inputs } = await provider.check(pluginSubject("EventStream"), olds, news);
    expect(inputs.name).toEqual(secret("canary-name"));
    const { name: _, ...none } = news;
    const left = await provider.check(pluginSubject("EventStream"), olds, none);
    expect(left.inputs.name).toEqual(secret("canary-name"));
  });

  test("a Python dictionary's marks move to the properties that it becomes", async () => {
    const { provider } = both;
    const { inputs, failures } = await provider.check(
      pluginSubject("EventStream"),
      {},
      to({
        type: "webhook",
        configuration: {
          webhook_endpoint: secret("https://hooks.example.com"),
          webhook_authorization: { method: "custom_header", header_key: "a", header_value: "b" },
        },
      }),
    );
    expect(failures).toEqual([]);
    expect(secretPaths(inputs).sort()).toEqual([
      `${authorization}.headerValue`,
      "destination.configuration.webhookEndpoint",
    ]);
  });
});

test("a refresh adds the schema's marks to a state without marks, such as an import file's", async () => {
  const { provider } = both;
  const subject = pluginSubject("EventStream");
  const { inputs } = await provider.check(subject, {}, stream());
  const { id, properties } = await provider.create(subject, inputs);
  const read = await provider.read(subject, id, unmarked(properties), unmarked(inputs));
  expect(secretPaths(read.properties)).toEqual([`${authorization}.password`]);
  expect(secretPaths(read.inputs)).toEqual([`${authorization}.password`]);
});

test("the state of a partly failed create or update is marked too", async () => {
  const { server, provider } = both;
  const subject = pluginSubject("EventStream");
  const program = { ...stream(), name: secret("canary-name") };
  const { inputs } = await provider.check(subject, {}, program);
  server.respond = ({ kind }) =>
    kind === "api" ? { status: 201, body: { id: "est_1", created_at: 5 } } : undefined;
  const created = await refused(provider.create(subject, inputs));
  const olds = { ...inputs, tenant: server.domain };
  const news = { ...inputs, status: "disabled" };
  const updated = await refused(provider.update(subject, "est_1", olds, news));
  for (const { partial } of [created, updated])
    expect(secretPaths(partial?.properties).sort()).toEqual(
      ["name", `${authorization}.password`].sort(),
    );
});

const policies = "auth0-native:index:RateLimitPolicy";

test("a list has all objects, or as many as its limit, with a request for each page that it needs", async () => {
  const { server, provider } = both;
  manyPolicies(server, 120);
  for (const [limit, count, requests] of [
    [0, 120, 3],
    [10, 10, 1],
  ] as const) {
    server.clearRequests();
    const { names } = await provider.list(policies, { limit });
    expect([new Set(names).size, server.apiRequests().length]).toEqual([count, requests]);
  }
});

test.each(listedKinds)("a list of $name has every object by its name", async (kind) => {
  const { name, definition, unique } = kind;
  manyObjects(both.server, kind, 3);
  const { names } = await both.provider.list(pluginTypeToken(name));
  expect(names).toEqual(
    [0, 1, 2].map((number) => ({ ...kind.first, ...unique(number) })[definition.nameProperty]),
  );
});

test("a list with an unknown filter is unknown and sends nothing", async () => {
  const { server, provider } = both;
  server.clearRequests();
  const query = { consumerSelector: secret(unknown) };
  expect(await provider.list(policies, { query })).toEqual({
    names: [],
    isUnknown: true,
  });
  expect(server.requests).toEqual([]);
});

test("a kind without a list and an unknown kind are rejected", async () => {
  const { provider } = both;
  const push = await refused(provider.list("auth0-native:index:GuardianFcmv1Provider"));
  expect(push.message).toContain("Auth0 can't list GuardianFcmv1Provider objects");
  const client = await refused(provider.list("auth0:index:Client"));
  expect(client.message).toContain("The plugin doesn't serve auth0:index:Client, only");
});

test("a rejected list is an error without the secret that its filter and the response repeat", async () => {
  const { server, provider } = both;
  const list = "GET /rate-limit-policies";
  server.addFault({ route: list, kind: "status", status: 403, body: "canary-selector", times: 1 });
  const query = { consumerSelector: secret("canary-selector") };
  const { message } = await refused(provider.list(policies, { query }));
  expect(message).toContain("403");
  expect(message).not.toContain("canary");
});
