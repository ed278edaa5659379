import { expect, test } from "@jest/globals";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import {
  changedDomains,
  changedInTenant,
  changedSince,
  domainVariables,
  foundObjects,
  objectsBefore,
} from "../../../../cli/ci/approvedState";
import { type StackState, stateOf } from "../../../../cli/shared/state";
import { secretSignature, signatureKey } from "../../../../provider/stateStrings";

const urn = "urn:pulumi:prod::crm::a:b:C::crm";
const other = "urn:pulumi:prod::crm::a:b:C::other";
const secret = { [signatureKey]: secretSignature, ciphertext: "canary" };

/** The objects that a plan changes, if the state has these, and their changes in another state. */
function changesBetween(before: object[], now: object[]): string[] {
  const [planned, applied] = [before, now].map((resources) =>
    stateOf({ resources: resources.map((one) => ({ urn, ...one })) }),
  ) as [StackState, StackState];
  return changedSince(planned.resources, applied);
}

test("changes since the plan are shown with both values, without secrets", () => {
  const before = { same: 1, token: secret, limit: 100, list: [], gone: "a", __code: 1 };
  const token = { ...secret, ciphertext: "canary of another nonce" };
  const now = { same: 1, token, limit: 5, list: [secret], __code: 2 };
  const others = [
    { delete: true, inputs: {} },
    { urn: other, inputs: { limit: 7 } },
  ];
  expect(changesBetween([{ inputs: before }], [{ inputs: now }, ...others])).toEqual([
    "crm: limit was 100 and is now 5",
    'crm: list was [] and is now ["[secret]"]',
    'crm: gone was "a" and is now not set',
  ]);
});

test.each<[string, object, string[]]>([
  ["nothing", {}, []],
  ["another nonce", { inputs: { token: { ...secret, ciphertext: "b" } } }, []],
  [
    "another secret",
    { modified: "12:01" },
    ["crm: another update has changed it, and may have changed a secret"],
  ],
  ["its deletion", { retainOnDelete: false }, ["crm: the option retainOnDelete has changed"]],
])("an update between plan and apply is found if it changed %s", (_, change, expected) => {
  const approved = { inputs: { token: secret }, retainOnDelete: true, modified: "12:00" };
  expect(changesBetween([approved], [{ ...approved, ...change }])).toEqual(expected);
});

test("an object without secrets may have been changed and changed back", () => {
  expect(changesBetween([{ modified: "12:00" }], [{ modified: "12:01" }])).toEqual([]);
});

test("the objects before a plan are those that its steps change, as the state had them", () => {
  const event = (op: string, old: object | null) =>
    ({ resourcePreEvent: { metadata: { op, urn, old } } }) as unknown as EngineEvent;
  const events = [
    event("create", null),
    event("same", { urn: other, id: "est_3" }),
    event("read", { urn: other, id: "est_4" }),
    event("refresh", { urn: other, id: "est_5" }),
    event("delete-replaced", { urn: other, id: "est_1" }),
    event("replace", { urn: other, id: "est_1", inputs: { limit: 2 } }),
    event("delete-replaced", { urn, id: "est_0" }),
    event("update", { urn, id: "est_2", inputs: null }),
  ];
  const state = stateOf({
    resources: [
      { urn: other, id: "est_1", inputs: { limit: 1 }, retainOnDelete: true, modified: "12:00" },
      { urn, id: "est_0", delete: true },
    ],
  });
  const unlisted = { inputs: {}, isReplaced: false, retainOnDelete: false };
  expect(objectsBefore(events, state)).toEqual([
    {
      ...unlisted,
      urn: other,
      id: "est_1",
      inputs: { limit: 1 },
      retainOnDelete: true,
      modified: "12:00",
    },
    { ...unlisted, urn, id: "est_0", isReplaced: true },
    { ...unlisted, urn, id: "est_2" },
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
])("an object is what was approved if its id is the same: %s", (_, now, expected) => {
  expect(changesBetween([{ id: "est_1" }, { id: "est_0", delete: true }], now)).toEqual(expected);
});

test("another domain in the environment is named with both values", () => {
  const before = domainVariables({
    AUTH0_DOMAIN: "a.auth0.com",
    EU_AUTH0_DOMAIN: "eu.auth0.com",
    A: "b",
  });
  expect(changedDomains(before, before)).toEqual([]);
  expect(changedDomains(before, domainVariables({ AUTH0_DOMAIN: "b.auth0.com" }))).toEqual([
    'AUTH0_DOMAIN was "a.auth0.com" and is now "b.auth0.com"',
    'EU_AUTH0_DOMAIN was "eu.auth0.com" and is now not set',
  ]);
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
