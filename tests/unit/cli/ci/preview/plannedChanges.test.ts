import { expect, test } from "@jest/globals";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { plannedChanges } from "../../../../../cli/ci/preview/plannedChanges";

const marked = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const bucket = "aws:s3/bucket:Bucket";
const stream = "auth0-native:index:EventStream";
const policy = "pulumi-nodejs:dynamic/auth0-native:RateLimitPolicy";

interface Planned {
  type?: string;
  name?: string;
  old?: object;
  new?: object;
  keys?: string[];
  diffs?: string[];
  detailedDiff?: Record<string, { diffKind: string }>;
}

/** The event of a planned step; `old` and `new` are inputs. */
function step(op: string, planned: Planned, state: object = {}): EngineEvent {
  const { type = bucket, name = "it", old, new: news, ...more } = planned;
  const stateOf = (inputs: object, id: string) => ({
    ...{ custom: true, id, inputs, outputs: {} },
    ...state,
  });
  const metadata = {
    ...{ op, type, urn: `urn:pulumi:prod::crm::${type}::${name}`, provider: "" },
    ...{ old: old ? stateOf(old, "id-1") : null, new: news ? stateOf(news, "") : null },
    ...more,
  };
  return { resourcePreEvent: { metadata } } as unknown as EngineEvent;
}

const propertiesOf = (event: EngineEvent) => plannedChanges([event])[0]?.properties;

test("what stays, is read or belongs to the engine is no change", () => {
  const events = [
    step("same", { old: {}, new: {} }),
    step("read", { new: {} }),
    step("refresh", { old: {}, new: {} }),
    step("create", { type: "pulumi:pulumi:Stack", name: "crm-prod", new: {} }),
    step("create", { type: "pulumi:providers:aws", name: "default", new: {} }),
    step("update", { type: "pulumi:providers:aws", name: "default_6_0_0", old: {}, new: {} }),
  ];
  expect(plannedChanges(events)).toEqual([]);
});

test("an explicit provider and a component are changes; nothing is lost with a component", () => {
  const provider = step("create", {
    type: "pulumi:providers:aws",
    name: "eu",
    new: { __x: 1, a: 1 },
  });
  const component = step("delete", { type: "app:index:Group", old: {} }, { custom: false, id: "" });
  expect(plannedChanges([provider, component])).toEqual([
    {
      urn: "urn:pulumi:prod::crm::pulumi:providers:aws::eu",
      ...{ type: "pulumi:providers:aws", name: "eu", op: "create" },
      properties: [{ path: "a", after: 1 }],
    },
    {
      urn: "urn:pulumi:prod::crm::app:index:Group::it",
      ...{ type: "app:index:Group", name: "it", op: "delete", properties: [] },
    },
  ]);
});

test("a replacement is one change, whichever of its parts comes first", () => {
  const planned = { type: policy, old: { resource: "a" }, new: { resource: "b" } };
  const parts = {
    create: step("create-replacement", planned),
    replace: step("replace", { ...planned, keys: ["resource"] }),
    delete: step("delete-replaced", { type: policy, old: { resource: "a" } }),
  };
  const change = {
    urn: `urn:pulumi:prod::crm::${policy}::it`,
    ...{ type: "RateLimitPolicy", name: "it", op: "replace", id: "id-1" },
    properties: [{ path: "resource", before: "a", after: "b", replaces: true }],
  };
  expect(plannedChanges([parts.create, parts.replace, parts.delete])).toEqual([
    { ...change, lost: "its id" },
  ]);
  expect(plannedChanges([parts.delete, parts.replace, parts.create])).toEqual([
    { ...change, lost: "its id; there is no such object until the new one is created" },
  ]);
});

test("an object that an interrupted replacement left is a deletion", () => {
  expect(plannedChanges([step("delete-replaced", { type: stream, old: {} })])).toMatchObject([
    { type: "EventStream", op: "delete", id: "id-1" },
  ]);
});

test("what is lost is said of objects of every package", () => {
  const lost = (type: string, state?: object) =>
    plannedChanges([step("delete", { type, old: {} }, state)])[0]?.lost;
  expect(lost(stream)).toBe("its id, and the failed deliveries that were not redelivered");
  expect(lost(policy)).toBe("its id");
  expect(lost("auth0-native:index:GuardianFcmv1Provider")).toContain("the tenant keeps them");
  expect(lost(bucket)).toBe("the object and its id");
  expect(lost(bucket, { retainOnDelete: true })).toContain("nothing: with retainOnDelete");
});

test("an object that is set or removed as a whole is shown by its properties", () => {
  const old = { tags: { a: 1, "b.c": { d: 2 } }, empty: {} };
  expect(propertiesOf(step("update", { old, new: { rules: { on: true } } }))).toEqual([
    { path: "tags.a", before: 1 },
    { path: 'tags["b.c"].d', before: 2 },
    { path: "empty", before: {} },
    { path: "rules.on", after: true },
  ]);
});

test("unknown values are marked wherever they are", () => {
  const news = { name: unknown, list: ["a", unknown, { b: `${unknown}/x` }], map: { c: unknown } };
  expect(propertiesOf(step("create", { new: news }))).toEqual([
    { path: "name", unknown: true },
    { path: "list", after: ["a", "[unknown]", { b: "[unknown]" }] },
    { path: "map.c", unknown: true },
  ]);
  expect(propertiesOf(step("update", { old: { name: "a" }, new: { name: unknown } }))).toEqual([
    { path: "name", before: "a", unknown: true },
  ]);
});

test.each([
  ["by its path", { detailedDiff: { "login.password": { diffKind: "update" } } }, "login.password"],
  ["by the input that contains it", { diffs: ["login"] }, "login"],
])("a rotated secret is a changed property, if the provider names it %s", (_, named, path) => {
  const login = { user: "a", password: marked };
  expect(propertiesOf(step("update", { old: { login }, new: { login }, ...named }))).toEqual([
    { path, before: "[secret]", after: "[secret]" },
  ]);
});

test("secrets that schema.json declares are masked, although nothing marks them", () => {
  const inputs = (token: string) => ({
    destination: {
      type: "webhook",
      configuration: { webhookAuthorization: { method: "bearer", token } },
    },
  });
  const event = step("update", {
    ...{ type: stream, old: inputs("canary-a"), new: inputs("canary-b") },
    detailedDiff: {
      "destination.configuration.webhookAuthorization.token": { diffKind: "update" },
    },
  });
  expect(propertiesOf(event)).toEqual([
    {
      path: "destination.configuration.webhookAuthorization.token",
      ...{ before: "[secret]", after: "[secret]" },
    },
  ]);
});

test("a property that differs only among the outputs is named without values", () => {
  const event = step("update", { old: { a: 1, __provider: "x" }, new: { a: 1 }, diffs: ["etag"] });
  expect(propertiesOf(event)).toEqual([{ path: "etag" }]);
});

test("the properties that replace an object are those of the provider's paths, or else of its keys", () => {
  const old = { a: { b: 1, c: 1 }, d: 1 };
  const news = { a: { b: 2, c: 2 }, d: 2 };
  const replacing = (more: Planned) =>
    propertiesOf(step("replace", { old, new: news, ...more }))
      ?.filter(({ replaces }) => replaces)
      .map(({ path }) => path);
  expect(replacing({ keys: ["a"] })).toEqual(["a.b", "a.c"]);
  const detailedDiff = {
    ...{ "a.b": { diffKind: "update-replace" }, "a.c": { diffKind: "update" } },
    d: { diffKind: "update" },
  };
  expect(replacing({ keys: ["a"], detailedDiff })).toEqual(["a.b"]);
  expect(replacing({})).toEqual([]);
});
