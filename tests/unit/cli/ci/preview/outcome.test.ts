import { expect, test } from "@jest/globals";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { outcomeOf } from "../../../../../cli/ci/preview/outcome";

const bucket = "aws:s3/bucket:Bucket";
const stream = "auth0-native:index:EventStream";
const policy = "pulumi-nodejs:dynamic/auth0-native:RateLimitPolicy";
const stack = "pulumi:pulumi:Stack";

interface Planned {
  type?: string;
  name?: string;
  old?: object;
  keys?: string[];
  detailedDiff?: Record<string, { diffKind: string }>;
}

const metadataOf = (op: string, { type = bucket, name = "it", ...planned }: Planned) => ({
  op,
  type,
  urn: `urn:pulumi:prod::crm::${type}::${name}`,
  provider: "",
  ...planned,
});

/** The event of a planned step for an existing object. */
const step = (op: string, { old, ...planned }: Planned = {}): EngineEvent => {
  const state = { custom: true, id: "id-1", inputs: {}, outputs: {}, ...old };
  return { resourcePreEvent: { metadata: metadataOf(op, { ...planned, old: state }) } } as never;
};
const summary = (resourceChanges: object): EngineEvent =>
  ({ summaryEvent: { resourceChanges } }) as never;

const lossesOf = (...events: EngineEvent[]) => outcomeOf([...events, summary({ same: 1 })]).losses;

test("explicit providers and components count as lost, and the engine's own objects do not", () => {
  const component = step("delete", { type: "app:index:Group", old: { custom: false, id: "" } });
  const found = lossesOf(
    step("create"),
    step("delete", { type: stack }),
    step("delete", { type: "pulumi:providers:aws", name: "default_6_0_0" }),
    step("delete", { type: "pulumi:providers:aws", name: "eu" }),
    component,
  );
  expect(found.map(({ kind, name, lost }) => [kind, name, lost])).toEqual([
    ["pulumi:providers:aws", "eu", "the object and its ID"],
    ["app:index:Group", "it", undefined],
  ]);
});

test("a replacement is one loss, whichever of its parts comes first", () => {
  const parts = {
    create: step("create-replacement", { type: policy }),
    replace: step("replace", { type: policy, keys: ["resource"] }),
    delete: step("delete-replaced", { type: policy }),
  };
  const loss = { kind: "RateLimitPolicy", name: "it", id: "id-1", replacedFor: ["resource"] };
  expect(lossesOf(parts.create, parts.replace, parts.delete)).toEqual([
    { ...loss, lost: "its ID" },
  ]);
  const withGap = "its ID. Until the new object is created, there is none";
  expect(lossesOf(parts.delete, parts.replace, parts.create)).toEqual([{ ...loss, lost: withGap }]);

  const { urn } = metadataOf("", { type: policy });
  const renamed = (op: string) => step(op, { type: policy, name: "new", old: { urn } });
  expect(lossesOf(parts.delete, renamed("replace"), renamed("create-replacement"))).toEqual([
    { ...loss, name: "new", replacedFor: [], lost: withGap },
  ]);
});

test("an object that an interrupted replacement left is lost, although nothing else changes", () => {
  const events = [step("delete-replaced", { type: stream }), summary({ same: 3 })];
  expect(outcomeOf(events)).toMatchObject({
    result: "changes",
    losses: [{ kind: "EventStream", id: "id-1" }],
  });
});

test("losses are reported for objects of every package", () => {
  const lost = (type: string, old?: object) =>
    lossesOf(step("delete", { type, ...(old && { old }) }))[0]?.lost;
  expect(lost(stream)).toBe("its ID and its failed deliveries");
  expect(lost(policy)).toBe("its ID");
  expect(lost("auth0-native:index:GuardianFcmv1Provider")).toContain("push notifications");
  expect(lost(bucket)).toBe("the object and its ID");
  expect(lost(bucket, { retainOnDelete: true })).toContain("nothing, because retainOnDelete");
});

test("an object is replaced because of the provider's paths, or of its keys if there are none", () => {
  const replacedFor = (more: Planned) => lossesOf(step("replace", more))[0]?.replacedFor;
  expect(replacedFor({ keys: ["a", "__provider"] })).toEqual(["a"]);
  const detailedDiff = { "a.b": { diffKind: "update-replace" }, "a.c": { diffKind: "update" } };
  expect(replacedFor({ keys: ["a"], detailedDiff })).toEqual(["a.b"]);
  expect(replacedFor({})).toEqual([]);
});

test("an object that is only read is not a change", () => {
  expect(outcomeOf([summary({ same: 2, read: 1 })]).result).toBe("unchanged");
});
