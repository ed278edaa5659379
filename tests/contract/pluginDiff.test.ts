import { describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import {
  type Plugin,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import { configurationOf, share } from "../support/engine/providerProcess";
import type { Difference, PropertyDifference } from "../support/engine/resourceProvider";
import { marked, secret, secretPaths } from "../support/engine/secretValues";
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
import { configured, policy } from "../support/values/rateLimitPolicy";

const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

/** The difference between the state of one program and another program, each as a check returns it. */
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
const authorization = `${configuration}.webhookAuthorization`;
const events = (...types: string[]) => ({
  subscriptions: types.map((eventType) => ({ eventType })),
});

// Which properties differ is tested without the process: here, how the engine is told.
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
    "an event in the place of another",
    "EventStream",
    stream(events("group.created", "user.created")),
    stream(events("user.created", "user.updated")),
    { "subscriptions[0]": remove, "subscriptions[1]": add },
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
  [
    "an unknown destination",
    "EventStream",
    stream(),
    to(unknown),
    { destination: replacing(update) },
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

  // In a refresh, the engine passes the option on and leaves it to the provider.
  test("has nothing at the paths that ignoreChanges names", async () => {
    const { provider, server } = both;
    const subject = pluginSubject("EventStream");
    const inputs = await checked(provider, "EventStream", stream({ name: "crm" }));
    const live = { ...inputs, status: "disabled", tenant: server.domain };
    const diff = (news: Props) =>
      provider.diff(subject, "id of EventStream", live, news, inputs, ["status"]);
    expect(await diff(inputs)).toMatchObject({ changes: "none", detailed: {} });
    expect((await diff({ ...inputs, name: "erp" })).detailed).toEqual({ name: update });
  });

  test("of a value that is merely marked, or not marked any more, is empty", async () => {
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
  ])("of a create of %s knows all but what the service adds", async (kind, program, added) => {
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
  ])("of an update of %s knows all but what every update changes", async (...row) => {
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

  test("keeps unknown what the program does not know, and secret what is secret", async () => {
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
