import { describe, expect, test } from "@jest/globals";
import type {
  OfficialObject,
  OfficialState,
} from "../../../../../cli/import/official/officialState";
import { selectTakeover, takeOver } from "../../../../../cli/import/official/takeover";
import { secretPlaceholder } from "../../../../../provider/schema/placeholder";
import { authorized, canaries } from "../../../../support/values/eventStream";
import { stackObject, tenantObject } from "../../../../support/values/tenantObjects";

const tenant = "example.eu.auth0.com";
const path = ["destination", "configuration", "webhookAuthorization", "password"];
const basic = { method: "basic", username: "tenant" };

const official = (changes: Partial<OfficialObject> = {}): OfficialObject => ({
  kind: "EventStream",
  id: "est_crm",
  name: "old-crm",
  // The official provider has every attribute, and empty texts for those of other methods.
  secretInputs: authorized({ ...basic, password: canaries.password, token: "" }),
  forgetCommand: "",
  ...changes,
});
const stateOf = (...objects: OfficialObject[]): OfficialState => ({
  objects,
  ignored: [],
  forgetText: "",
});

/** The tenant's object in a list, with placeholders for secrets. */
const liveWith = (authorization: object) =>
  tenantObject({ id: "est_crm", inputs: authorized({ method: "", ...authorization }) });
const live = liveWith({ ...basic, password: secretPlaceholder });
const policy = tenantObject({ kind: "RateLimitPolicy", id: "rlp_1" });
const held = stackObject({ id: "est_crm" });
const ignored = [{ address: "auth0_event_stream.new", reason: "it has no ID" }];
const taken = { ...live, label: "old-crm" };

describe("a takeover", () => {
  const skipped = (id: string, reason: string) => ({
    kind: "EventStream",
    id,
    label: "old-crm",
    reasons: [reason],
  });
  const ofStack = skipped("est_crm", 'the stack production already manages it as "crm"');
  const deleted = skipped("est_deleted", `${tenant} doesn't have it`);
  const withDeleted = stateOf(official(), official({ id: "est_deleted" }));
  const twice = stateOf(official({ name: "first" }), official());

  test.each([
    ["the object of the tenant, with its old name", stateOf(official()), [], [taken], []],
    ["once what two resources manage", twice, [], [taken], []],
    ["not what the tenant does not have", withDeleted, [], [taken], [deleted]],
    ["not what a stack holds", stateOf(official()), [held], [], [{ ...ofStack, isHeld: true }]],
    [
      "what only the official provider holds in a stack",
      stateOf(official()),
      [{ ...held, isOfficial: true }],
      [taken],
      [],
    ],
    ["nothing if all resources are ignored", { ...stateOf(), ignored }, [], [], []],
  ])("takes %s", (_, state, inStacks, objects, skipped) => {
    expect(takeOver(state, [live, policy], inStacks, tenant)).toMatchObject({ objects, skipped });
  });

  test.each([
    [
      "the tenant has none of the objects",
      stateOf(official()),
      "example.eu.auth0.com has none of the objects in that state (1 object, such as EventStream est_crm)",
    ],
    [
      "the state has nothing to take",
      stateOf(),
      /^The old tool's state has no EventStream and no RateLimitPolicy(| and no \w+)*\. Check/,
    ],
  ])("is rejected if %s", (_, state, expected) => {
    expect(() => takeOver(state, [policy], [], tenant)).toThrow(expected);
  });
});

describe("a secret of the old state", () => {
  const found = (object: typeof live, old: OfficialObject, at: string[]) => {
    const { objects, oldSecret } = takeOver(stateOf(old), [object], [], tenant);
    return { secret: oldSecret(object, at), notes: objects[0]?.notes };
  };
  const withInputs = (inputs: typeof live.inputs) => ({ ...live, inputs });
  const action = { type: "action", configuration: { actionId: "a" } };
  const other = JSON.parse(JSON.stringify(live).replace(/https:[^"]*/, "https://x.example.com"));
  const lost =
    "Its secret isn't carried over, because the old state doesn't contain it, or because someone changed the destination outside the old tool. Set the secret yourself.";

  test.each([
    ["of another user name", liveWith({ ...basic, username: "x", password: secretPlaceholder })],
    ["of another method", liveWith({ method: "bearer", token: secretPlaceholder })],
    ["of another endpoint", other],
    ["that is empty, as that of a write-only attribute", live, { ...basic, password: "" }],
    ["of no webhook", live, undefined],
  ])("%s is not carried over, and the object has a note", (_, object, inOldState = undefined) => {
    const secretInputs = inOldState ? authorized(inOldState) : {};
    const old = official(object === live ? { secretInputs } : {});
    expect(found(object, old, path)).toEqual({ secret: undefined, notes: [lost] });
  });

  test.each([
    ["is carried over", live, official(), path, canaries.password],
    [
      "is carried over in whichever input it is",
      withInputs({ apiKey: secretPlaceholder }),
      official({ secretInputs: { apiKey: canaries.token } }),
      ["apiKey"],
      canaries.token,
    ],
    [
      "is not missed by an object that has none",
      withInputs({ destination: action }),
      official(),
      path,
      undefined,
    ],
  ])("%s", (_, object, old, at, secret) => {
    expect(found(object, old, at)).toEqual({ secret, notes: [] });
  });

  test("is never given to another object", () => {
    expect(takeOver(stateOf(official()), [live], [], tenant).oldSecret(policy, path)).toBe(
      undefined,
    );
  });
});

const missing = official({ kind: "RateLimitPolicy", id: "rlp_deleted", name: "deleted" });
const takeover = takeOver(stateOf(official(), missing), [live], [], tenant);

test.each<[Parameters<typeof selectTakeover>[1], string | string[]]>([
  [{}, ["est_crm", "rlp_deleted"]],
  [{ kind: ["EventStream"] }, ["est_crm"]],
  [{ id: ["rlp_deleted"] }, ["rlp_deleted"]],
  [{ name: ["old-*"] }, ["est_crm"]],
  [{ id: ["est_other"] }, "no object with the ID est_other"],
  [{ kind: ["EventStream"], id: ["rlp_deleted"] }, "Check --id, --kind, and --name"],
  [{ name: ["x*"] }, "Pass the names from the old program"],
])("the selection %j takes over %j, with those that cannot be imported", (selection, expected) => {
  const selected = () => {
    const { objects, skipped } = selectTakeover(takeover, selection);
    return [...objects, ...skipped].map(({ id }) => id);
  };
  if (typeof expected === "string") expect(selected).toThrow(expected);
  else expect(selected()).toEqual(expected);
});
