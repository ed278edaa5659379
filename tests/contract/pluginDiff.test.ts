import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import { type Kind, kinds } from "../support/engine/adapter";
import {
  type Plugin,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import { configurationOf, share } from "../support/engine/providerProcess";
import type { Difference, PropertyDifference } from "../support/engine/resourceProvider";
import { marked, secret, secretPaths, unmarked } from "../support/engine/secretValues";
import { inputsOf } from "../support/values/arbitrary";
import {
  authorized,
  bridge,
  configured,
  everyPolicy,
  everyStream,
  hook,
  jsonCopy,
  policy,
  push,
  sentinels,
  stream,
  to,
  unknown,
} from "../support/values/inputs";
import { action, authorizations, eventbridge, webhook } from "../support/values/samples";

const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

/** The difference between the state of one program and another program, each as a check returns it. */
async function diff(kind: Kind, program: Props, next: Props): Promise<Difference> {
  const { provider, server } = both;
  const [state, inputs] = [
    await checked(provider, kind, program),
    await checked(provider, kind, next),
  ];
  const outputs = { ...state, tenant: server.domain, createdAt: "then", updatedAt: "then" };
  return provider.diff(pluginSubject(kind), `id of ${kind}`, outputs, inputs, state);
}

async function checked(provider: Plugin, kind: Kind, program: Props): Promise<Props> {
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

const cases: [string, Kind, Props, Props, Record<string, PropertyDifference>][] = [
  ["a new name", "EventStream", stream(), stream({ name: "b" }), { name: update }],
  ["a name", "EventStream", stream({ name: undefined }), stream(), { name: add }],
  ["a status", "EventStream", stream(), stream({ status: "disabled" }), { status: update }],
  [
    "a new endpoint",
    "EventStream",
    stream(),
    hook({ webhookEndpoint: "https://other.example.com" }),
    { [`${configuration}.webhookEndpoint`]: update },
  ],
  [
    "a new password",
    "EventStream",
    stream(),
    authorized({ ...authorizations.basic, password: "another" }),
    { [`${authorization}.password`]: update },
  ],
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
    "a header for a token",
    "EventStream",
    to(webhook(authorizations.bearer)),
    to(webhook(authorizations.custom_header)),
    {
      [`${authorization}.method`]: update,
      [`${authorization}.token`]: remove,
      [`${authorization}.headerKey`]: add,
      [`${authorization}.headerValue`]: add,
    },
  ],
  [
    "an event more",
    "EventStream",
    stream(events("user.created")),
    stream(events("user.created", "user.updated")),
    { "subscriptions[1]": add },
  ],
  [
    "an event more that is sorted before the others",
    "EventStream",
    stream(events("user.created")),
    stream(events("user.created", "group.created")),
    { "subscriptions[0]": add },
  ],
  [
    "an event less",
    "EventStream",
    stream(events("group.created", "user.created", "user.deleted")),
    stream(events("user.created", "user.deleted")),
    { "subscriptions[0]": remove },
  ],
  [
    "another event in its place",
    "EventStream",
    stream(events("user.created")),
    stream(events("user.updated")),
    { "subscriptions[0]": update },
  ],
  [
    "another event in another place",
    "EventStream",
    stream(events("group.created", "user.created")),
    stream(events("user.created", "user.updated")),
    { "subscriptions[0]": remove, "subscriptions[1]": add },
  ],
  [
    "another region",
    "EventStream",
    to(eventbridge()),
    bridge({ awsRegion: "us-east-1" }),
    { [`${configuration}.awsRegion`]: replacing(update) },
  ],
  [
    "another account",
    "EventStream",
    to(eventbridge()),
    bridge({ awsAccountId: "210987654321" }),
    { [`${configuration}.awsAccountId`]: replacing(update) },
  ],
  [
    "another Action",
    "EventStream",
    to(action()),
    to(action("another")),
    { [`${configuration}.actionId`]: replacing(update) },
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
    "another consumer",
    "RateLimitPolicy",
    policy(),
    policy({ consumerSelector: "default" }),
    { consumerSelector: replacing(update) },
  ],
  [
    "another limit",
    "RateLimitPolicy",
    policy(),
    configured({ action: "block", limit: 7 }),
    { "configuration.limit": update },
  ],
  [
    "another action",
    "RateLimitPolicy",
    policy(),
    configured({ action: "allow" }),
    { "configuration.action": update, "configuration.limit": remove },
  ],
  [
    "a redirect",
    "RateLimitPolicy",
    policy(),
    configured({ action: "redirect", limit: 100, redirectUri: "https://example.com" }),
    { "configuration.action": update, "configuration.redirectUri": add },
  ],
  [
    "new credentials",
    "GuardianFcmv1Provider",
    push("old"),
    push("new"),
    { serverCredentials: update },
  ],
];

describe("the detailed difference", () => {
  test.each(cases)("%s of %s has its paths, kinds and replacements", async (_, kind, ...rest) => {
    const [program, next, expected] = rest;
    const found = await diff(kind, jsonCopy(program), jsonCopy(next));
    expect(found.detailed).toEqual(expected);
    expect(found.changes).toBe("some");
    const replaced = Object.keys(expected).filter((path) => expected[path]?.replace);
    expect(found.replaces).toEqual([...new Set(replaced.map((path) => path.split(/[.[]/)[0]))]);
  });

  test("of equal programs is empty, for every destination, method and action", async () => {
    const same = { changes: "none", replaces: [], detailed: {} };
    for (const [, program] of everyStream)
      expect(await diff("EventStream", program, program)).toMatchObject(same);
    for (const [, program] of everyPolicy)
      expect(await diff("RateLimitPolicy", program, program)).toMatchObject(same);
    expect(await diff("GuardianFcmv1Provider", push(), push())).toMatchObject(same);
  });

  test("of another order of a set is empty", async () => {
    const [there, back] = [
      events("user.created", "user.updated"),
      events("user.updated", "user.created"),
    ];
    const found = await diff("EventStream", stream(there), stream(back));
    expect(found).toMatchObject({ changes: "none", detailed: {} });
  });

  test.each(kinds)("of random programs of %s is all that differs, and no more", async (kind) => {
    const { inputs } = resourceSchema(kind);
    const property = fc.asyncProperty(inputsOf(inputs), inputsOf(inputs), async (a, b) => {
      const [old, next] = [
        unmarked(await checked(both.provider, kind, a)),
        unmarked(await checked(both.provider, kind, b)),
      ];
      // An optional property that a program leaves out keeps its value.
      const whole = { ...old, ...next };
      const { detailed = {}, changes } = await diff(kind, old, whole);
      expect(changes).toBe(isDeepStrictEqual(old, whole) ? "none" : "some");
      for (const [path, { kind: change }] of Object.entries(detailed)) {
        const [was, is] = [at(old, path), at(whole, path)];
        const isItem = path.endsWith("]");
        if (!isItem)
          expect([path, was === undefined, is === undefined]).toEqual([
            path,
            change === "add",
            change === "delete",
          ]);
        expect(was).not.toEqual(is);
      }
      const paths = Object.keys(detailed);
      const named = leaves(old, whole).filter(
        (leaf) => !paths.some((path) => path.startsWith(leaf) || leaf.startsWith(path)),
      );
      expect(named).toEqual([]);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("of an unknown value is an update at its path, and replaces where a known one may", async () => {
    for (const [, sentinel] of sentinels) {
      const renamed = await diff("EventStream", stream(), stream({ name: sentinel }));
      expect(renamed.detailed).toEqual({ name: update });
      const moved = await diff("EventStream", to(eventbridge()), bridge({ awsRegion: sentinel }));
      expect(moved.detailed).toEqual({ [`${configuration}.awsRegion`]: replacing(update) });
      const other = await diff("EventStream", stream(), to(sentinel));
      expect(other.detailed).toEqual({ destination: replacing(update) });
      const token = authorized({ ...authorizations.basic, password: sentinel });
      const secretly = await diff("EventStream", stream(), token);
      expect(secretly.detailed).toEqual({ [`${authorization}.password`]: update });
    }
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

/** What stands at a path such as `a.b[0]`. */
function at(value: Json | undefined, path: string): Json | undefined {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<Json | undefined>(
      (node, key) => (typeof node === "object" && node !== null ? (node as Props)[key] : undefined),
      value,
    );
}

/** The paths of the leaves that differ; a list is one leaf. */
function leaves(old: Json | undefined, next: Json | undefined, path = ""): string[] {
  if (isDeepStrictEqual(old, next)) return [];
  if (!isObject(old) || !isObject(next)) return Array.isArray(old) ? [`${path}[`] : [path];
  return Object.keys({ ...old, ...next }).flatMap((key) =>
    leaves(old[key], next[key], path ? `${path}.${key}` : key),
  );
}

describe("the preview", () => {
  const outputs = {
    EventStream: ["createdAt", "updatedAt", "awsPartnerEventSource"],
    RateLimitPolicy: ["createdAt", "updatedAt"],
    GuardianFcmv1Provider: [],
  };

  test.each([
    ...everyStream.map(([name, program]): [Kind, string, Props] => ["EventStream", name, program]),
    ...everyPolicy.map(([name, program]): [Kind, string, Props] => [
      "RateLimitPolicy",
      name,
      program,
    ]),
    ["GuardianFcmv1Provider", "push", push()] as [Kind, string, Props],
  ])("of a create of %s %s knows all but what the service adds", async (kind, _name, program) => {
    const { provider, server } = both;
    const inputs = await checked(provider, kind, program);
    const { id, properties } = await provider.create(pluginSubject(kind), inputs, true);
    expect(id).toBe("");
    const added = Object.fromEntries(outputs[kind].map((name) => [name, unknown]));
    expect(properties).toEqual({ ...inputs, ...added, tenant: server.domain });
    expect(server.requests).toEqual([]);
  });

  test.each<[Kind, Props, Props, string[]]>([
    ["EventStream", stream(), stream({ name: "b" }), ["updatedAt"]],
    ["EventStream", stream(), to(webhook(authorizations.bearer)), ["updatedAt"]],
    ["RateLimitPolicy", policy(), configured({ action: "allow" }), ["updatedAt"]],
    ["GuardianFcmv1Provider", push("old"), push("new"), []],
  ])("of an update of %s knows all but what every update changes", async (...row) => {
    const [kind, program, next, changing] = row;
    const { provider, server } = both;
    const subject = pluginSubject(kind);
    const olds = await checked(provider, kind, program);
    const { id, properties } = await provider.create(subject, olds);
    const stored = JSON.stringify([[...server.streams], [...server.policies], server.fcmv1]);
    server.clearRequests();
    const news = await checked(provider, kind, next);
    const preview = await provider.update(subject, id, properties, news, {
      oldInputs: olds,
      preview: true,
    });
    const added = Object.fromEntries(changing.map((name) => [name, unknown]));
    expect(preview.properties).toEqual({ ...properties, ...news, ...added });
    expect(server.requests).toEqual([]);
    expect(JSON.stringify([[...server.streams], [...server.policies], server.fcmv1])).toBe(stored);

    const real = await provider.update(subject, id, properties, news, { oldInputs: olds });
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
