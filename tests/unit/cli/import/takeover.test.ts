import { describe, expect, test } from "@jest/globals";
import type { OfficialObject, OfficialState } from "../../../../cli/import/official/officialState";
import type { StackObject } from "../../../../cli/import/stackObjects";
import { selectTakeover, takeOver } from "../../../../cli/import/takeover";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { canaries } from "../../../support/values/samples";
import { tenantObject } from "../../../support/values/tenantObjects";

const tenant = "example.eu.auth0.com";
const path = ["destination", "configuration", "webhookAuthorization", "token"];

const official = (changes: Partial<OfficialObject> = {}): OfficialObject => ({
  kind: "EventStream",
  id: "est_crm",
  name: "old-crm",
  address: "auth0_event_stream.crm",
  comparedInputs: { destination: { type: "webhook" } },
  secrets: [{ path, value: canaries.token }],
  dependants: [],
  isProtected: false,
  pendingDeletions: [],
  notes: [],
  ...changes,
});
const stateOf = (...objects: OfficialObject[]): OfficialState => ({
  tool: "Terraform",
  objects,
  ignored: [],
});
const push: OfficialState = {
  ...stateOf(),
  pushCredentials: {
    kind: "GuardianFcmv1Provider",
    id: "fcmv1",
    address: "auth0_guardian.mfa",
    attribute: "push.fcmv1.credentials",
    secret: { path: ["serverCredentials"], value: canaries.serverCredentials },
  },
};

const live = tenantObject({ id: "est_crm", inputs: { destination: { type: "webhook" } } });
const policy = tenantObject({ kind: "RateLimitPolicy", id: "rlp_1" });
const held = (changes: Partial<StackObject> = {}): StackObject => ({
  stack: "production",
  urn: "urn:pulumi:production::identity::auth0-native:index:EventStream::crm",
  kind: "EventStream",
  servedByPlugin: true,
  id: "est_crm",
  name: "crm",
  tenant,
  inputs: {},
  isOfficial: false,
  isRead: false,
  ...changes,
});
const heldPush = { kind: "GuardianFcmv1Provider", id: "fcmv1", name: "push" };
const secret = { path, configKey: "crmToken" };

describe("a takeover", () => {
  test("takes the object of the tenant, with the name and the secret of the old state", () => {
    const { objects, skipped, findSecret } = takeOver(stateOf(official()), [live], [], tenant);
    expect({ objects, skipped }).toEqual({
      objects: [{ ...live, label: "old-crm" }],
      skipped: [],
    });
    expect(findSecret(live, secret)).toEqual({ value: canaries.token, source: "other tool" });
    expect(findSecret(policy, secret)).toBeUndefined();
  });

  test("takes an object once that two resources manage", () => {
    const twice = stateOf(official({ name: "first" }), official({ name: "second" }));
    expect(takeOver(twice, [live], [], tenant).objects).toHaveLength(1);
  });

  test("takes no secret where the destination is another one, and says so", () => {
    const changed = { ...live, inputs: { destination: { type: "action" } } };
    const { objects, findSecret } = takeOver(stateOf(official()), [changed], [], tenant);
    expect(findSecret(changed, secret)).toBeUndefined();
    expect(objects[0]?.notes).toEqual([expect.stringContaining("set the secret yourself")]);
  });

  test("skips what a stack holds, so that the old tool can still forget it", () => {
    const { objects, skipped, heldIds } = takeOver(stateOf(official()), [live], [held()], tenant);
    expect({ objects, heldIds }).toEqual({ objects: [], heldIds: ["est_crm"] });
    expect(skipped).toMatchObject([
      { label: "old-crm", reasons: ['the stack production holds it already, as "crm"'] },
    ]);
  });

  test("takes what only the official provider holds in a stack", () => {
    const inStacks = [held({ isOfficial: true })];
    expect(takeOver(stateOf(official()), [live], inStacks, tenant).objects).toHaveLength(1);
  });

  test("is refused where the tenant has none of the objects", () => {
    expect(() => takeOver(stateOf(official()), [policy], [], tenant)).toThrow(
      "example.eu.auth0.com lists no object of that state (1 object, such as EventStream est_crm)",
    );
  });

  test.each([
    ["Terraform", "no auth0_event_stream, no auth0_rate_limit_policy and"],
    ["Pulumi", "no auth0:index/eventStream:EventStream, no auth0:index/rateLimitPolicy"],
  ] as const)("is refused where the state of %s has nothing to take", (tool, expected) => {
    expect(() => takeOver({ ...stateOf(), tool }, [live], [], tenant)).toThrow(expected);
  });

  test("of a state with nothing but ignored resources is empty", () => {
    const ignored = [{ address: "auth0_guardian.mfa", reason: "a legacy key" }];
    expect(takeOver({ ...stateOf(), ignored }, [live], [], tenant).objects).toEqual([]);
  });
});

describe("push credentials", () => {
  test("are taken without a listing", () => {
    const { objects, findSecret } = takeOver(push, [], [], tenant);
    expect(objects).toMatchObject([
      { id: "fcmv1", label: "push", inputs: { serverCredentials: secretPlaceholder } },
    ]);
    const [object = live] = objects;
    const ofPush = { path: ["serverCredentials"], configKey: "pushServerCredentials" };
    expect(findSecret(object, ofPush)?.value).toBe(canaries.serverCredentials);
  });

  test.each([
    ["this tenant", tenant, 0],
    ["another tenant", "other.eu.auth0.com", 1],
  ])("that a stack holds for %s", (_, ofTenant, taken) => {
    const inStacks = [held({ ...heldPush, tenant: ofTenant })];
    expect(takeOver(push, [], inStacks, tenant).objects).toHaveLength(taken);
  });
});

describe("a selection of a takeover", () => {
  const missing = official({ kind: "RateLimitPolicy", id: "rlp_gone", name: "gone", secrets: [] });
  const takeover = takeOver(stateOf(official(), missing), [live], [], tenant);
  const selected = (selection: Parameters<typeof selectTakeover>[1]) => {
    const { objects, skipped } = selectTakeover(takeover, selection);
    return [...objects, ...skipped].map(({ id }) => id);
  };

  test.each([
    [{}, ["est_crm", "rlp_gone"]],
    [{ kind: ["EventStream"] }, ["est_crm"]],
    [{ id: ["rlp_gone"] }, ["rlp_gone"]],
    [{ name: ["old-*"] }, ["est_crm"]],
  ])("%j selects objects, and those that cannot be imported", (selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  test.each([
    [{ id: ["est_other"] }, "no object with the id est_other"],
    [{ kind: ["EventStream"], id: ["rlp_gone"] }, "or --kind or --name leaves it out"],
    [{ name: ["x*"] }, "names are those of the old program"],
  ])("%j is refused", (selection, expected) => {
    expect(() => selected(selection)).toThrow(expected);
  });
});
