import { expect, test } from "@jest/globals";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import {
  changedInTenant,
  changedSince,
  foundObjects,
  objectsBefore,
} from "../../../../cli/ci/approvedState";
import { stateOf } from "../../../../cli/shared/state";
import { secretSignature, signatureKey } from "../../../../provider/stateContract";

const urn = "urn:pulumi:prod::crm::a:b:C::crm";
const other = "urn:pulumi:prod::crm::a:b:C::other";
const secret = { [signatureKey]: secretSignature, ciphertext: "canary" };

test("changes since the plan are shown with both values, without secrets", () => {
  const state = stateOf({
    resources: [
      { urn, inputs: { same: 1, token: secret, limit: 5, list: [secret], __code: 2 } },
      { urn, delete: true, inputs: {} },
      { urn: other, inputs: { limit: 7 } },
    ],
  });
  const inputs = {
    same: 1,
    token: { ...secret, ciphertext: "" },
    limit: 100,
    list: [],
    gone: "a",
    __code: 1,
  };
  expect(changedSince([{ urn, id: "", inputs }], state)).toEqual([
    "crm: limit was 100 and is now 5",
    'crm: list was [] and is now ["[secret]"]',
    'crm: gone was "a" and is now not set',
  ]);
});

test("an asset is unchanged if its hash is, because events omit its text", () => {
  const asset = { [signatureKey]: "c44067f5952c0a294b673a41bacd8c17", hash: "a1" };
  const inState = (hash: string) =>
    stateOf({ resources: [{ urn, inputs: { code: { ...asset, hash, text: "source" } } }] });
  const inputs = { code: { ...asset, text: "<contents elided>" } };
  const before = [{ urn, id: "", inputs }];
  expect(changedSince(before, inState("a1"))).toEqual([]);
  expect(changedSince(before, inState("b2"))).toHaveLength(1);
});

test("the objects before a plan have the names, ids, and inputs of the state", () => {
  const event = (op: string, old: object | null) =>
    ({ resourcePreEvent: { metadata: { op, urn, old } } }) as unknown as EngineEvent;
  const events = [
    event("create", null),
    event("same", { urn: other, id: "est_3", inputs: {} }),
    event("delete-replaced", { urn: other, id: "est_1", inputs: {} }),
    event("refresh", { urn: other, id: "est_1", inputs: { limit: 1 } }),
    event("replace", { urn: other, id: "est_1", inputs: { limit: 2 } }),
    event("delete-replaced", { urn, id: "est_0", inputs: {} }),
    event("update", { urn, id: "est_2", inputs: null }),
  ];
  expect(objectsBefore(events)).toEqual([
    { urn: other, id: "est_1", inputs: { limit: 1 } },
    { urn, id: "est_2", inputs: {} },
    { urn, id: "est_0" },
  ]);
});

test.each<[string, object[], string[]]>([
  ["it is there", [{ id: "est_1" }, { id: "est_0", delete: true }], []],
  [
    "others are in its place",
    [{ id: "est_2" }, { id: "est_1", delete: true }],
    ["crm: its ID was est_1 and is now est_2", "crm: its ID was est_0 and is now est_1"],
  ],
  ["it is gone", [{ id: "est_0", delete: true }], ["crm is no longer in the state"]],
])("an object is what was approved if its id is the same: %s", (_, resources, expected) => {
  const before = [
    { urn, id: "est_1", inputs: {} },
    { urn, id: "est_0" },
  ];
  const state = stateOf({ resources: resources.map((one) => ({ urn, ...one })) });
  expect(changedSince(before, state)).toEqual(expected);
});

test("a later refresh is compared by property, without secrets and what ignoreChanges covers", () => {
  const type = "auth0-native:index:EventStream";
  const found = (name: string, op: string, live: object | null, old: object = {}) => {
    const own = `urn:pulumi:prod::crm::${type}::${name}`;
    return { op, urn: own, type, old: { inputs: old }, new: live && { id: "est_1", inputs: live } };
  };
  const webhook = (token: string) => ({
    type: "webhook",
    configuration: { webhookAuthorization: { method: "bearer", token } },
  });
  const [before, now] = [
    [
      found("crm", "update", { status: "disabled", destination: webhook("canary-one") }),
      found("ignored", "same", { status: "disabled" }, { status: "enabled" }),
      found("gone", "same", {}),
      found("back", "delete", null),
    ],
    [
      found("crm", "update", { status: "enabled", destination: webhook("canary-two") }),
      found("ignored", "same", { status: "enabled" }, { status: "enabled" }),
      found("gone", "delete", null),
      found("back", "same", {}),
    ],
  ].map((objects) => foundObjects({ objects } as never));
  expect(changedInTenant(before ?? [], now ?? [])).toEqual([
    'crm: status was "disabled" and is now "enabled"',
    "gone is now missing",
    "back was missing and now exists",
  ]);
  expect(JSON.stringify(before)).not.toContain("canary");
});
