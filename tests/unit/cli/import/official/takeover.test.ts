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
  // The official provider has every attribute, those of other methods as empty texts.
  secretInputs: authorized({ ...basic, password: canaries.password, token: "" }),
  forgetCommand: "",
  ...changes,
});
const stateOf = (...objects: OfficialObject[]): OfficialState => ({
  objects,
  ignored: [],
  forgetText: "",
});

/** The object of the tenant, as a listing has it: with placeholders for secrets. */
const liveWith = (authorization: object) =>
  tenantObject({ id: "est_crm", inputs: authorized({ method: "", ...authorization }) });
const live = liveWith({ ...basic, password: secretPlaceholder });
const policy = tenantObject({ kind: "RateLimitPolicy", id: "rlp_1" });
const held = stackObject({ id: "est_crm" });
const secret = { path, configKey: "crmPassword" };

describe("a takeover", () => {
  test("takes the object of the tenant, with the name and the secret of the old state", () => {
    const { objects, skipped, findSecret } = takeOver(stateOf(official()), [live], [], tenant);
    expect({ objects, skipped }).toEqual({
      objects: [{ ...live, label: "old-crm" }],
      skipped: [],
    });
    expect(findSecret(live, secret)).toEqual({ value: canaries.password, source: "other tool" });
    expect(findSecret(policy, secret)).toBeUndefined();
  });

  test("takes an object once that two resources manage", () => {
    const twice = stateOf(official({ name: "first" }), official({ name: "second" }));
    expect(takeOver(twice, [live], [], tenant).objects).toHaveLength(1);
  });

  test("skips what the tenant does not have", () => {
    const deleted = official({ id: "est_deleted" });
    const { objects, skipped } = takeOver(stateOf(official(), deleted), [live], [], tenant);
    expect(objects.map(({ id }) => id)).toEqual(["est_crm"]);
    expect(skipped).toMatchObject([
      { id: "est_deleted", reasons: [expect.stringMatching(/ does not list it$/)] },
    ]);
  });

  test("skips what a stack holds, so that the old tool can still forget it", () => {
    const { objects, skipped } = takeOver(stateOf(official()), [live], [held], tenant);
    const reasons = ['the stack production holds it already, as "crm"'];
    expect({ objects, skipped }).toEqual({
      objects: [],
      skipped: [{ kind: "EventStream", id: "est_crm", label: "old-crm", reasons, isHeld: true }],
    });
  });

  test("takes what only the official provider holds in a stack", () => {
    const inStacks = [{ ...held, isOfficial: true }];
    expect(takeOver(stateOf(official()), [live], inStacks, tenant).objects).toHaveLength(1);
  });

  test("is refused where the tenant has none of the objects", () => {
    expect(() => takeOver(stateOf(official()), [policy], [], tenant)).toThrow(
      "example.eu.auth0.com lists no object of that state (1 object, such as EventStream est_crm)",
    );
  });

  test("is refused where the state has nothing to take", () => {
    expect(() => takeOver(stateOf(), [live], [], tenant)).toThrow(
      /^the state of the old tool has no EventStream and no RateLimitPolicy(| and no \w+)*: check/,
    );
  });

  test("of a state with nothing but ignored resources is empty", () => {
    const ignored = [{ address: "auth0_event_stream.new", reason: "it has no id" }];
    expect(takeOver({ ...stateOf(), ignored }, [live], [], tenant).objects).toEqual([]);
  });
});

describe("a secret of the old state", () => {
  const noteOf = (object: typeof live, old = official()) => {
    const { objects, findSecret } = takeOver(stateOf(old), [object], [], tenant);
    expect(findSecret(object, secret)).toBeUndefined();
    return objects[0]?.notes;
  };
  const withEndpoint = (endpoint: string) =>
    JSON.parse(JSON.stringify(live).replace(/https:[^"]*/, endpoint));

  test.each([
    ["user name", liveWith({ ...basic, username: "other", password: secretPlaceholder })],
    ["method", liveWith({ method: "bearer", token: secretPlaceholder })],
    ["endpoint", withEndpoint("https://other.example.com")],
  ])("is not carried over to another %s, and the object has a note", (_, object) => {
    expect(noteOf(object)).toEqual([expect.stringContaining("Set the secret yourself")]);
  });

  test.each([
    ["empty, as that of a write-only attribute", authorized({ ...basic, password: "" })],
    ["in no webhook", {}],
  ])("that is %s is not carried over, and the object has a note", (_, secretInputs) => {
    expect(noteOf(live, official({ secretInputs }))).toEqual([
      expect.stringContaining("or the destination was changed"),
    ]);
  });

  test("is carried over in whichever input it is", () => {
    const inputs = { apiKey: secretPlaceholder };
    const old = official({ secretInputs: { apiKey: canaries.token } });
    const { findSecret } = takeOver(stateOf(old), [{ ...live, inputs }], [], tenant);
    const found = findSecret({ ...live, inputs }, { path: ["apiKey"], configKey: "crmApiKey" });
    expect(found).toEqual({ value: canaries.token, source: "other tool" });
  });

  test("is not missed by an object that has none", () => {
    const destination = { type: "action", configuration: { actionId: "a" } };
    expect(noteOf({ ...live, inputs: { destination } })).toEqual([]);
  });
});

describe("a selection of a takeover", () => {
  const missing = official({ kind: "RateLimitPolicy", id: "rlp_deleted", name: "deleted" });
  const takeover = takeOver(stateOf(official(), missing), [live], [], tenant);
  const selected = (selection: Parameters<typeof selectTakeover>[1]) => {
    const { objects, skipped } = selectTakeover(takeover, selection);
    return [...objects, ...skipped].map(({ id }) => id);
  };

  test.each([
    [{}, ["est_crm", "rlp_deleted"]],
    [{ kind: ["EventStream"] }, ["est_crm"]],
    [{ id: ["rlp_deleted"] }, ["rlp_deleted"]],
    [{ name: ["old-*"] }, ["est_crm"]],
  ])("%j selects objects, and those that cannot be imported", (selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  test.each([
    [{ id: ["est_other"] }, "no object with the id est_other"],
    [{ kind: ["EventStream"], id: ["rlp_deleted"] }, "check --id, --kind and --name"],
    [{ name: ["x*"] }, "names are those of the old program"],
  ])("%j is refused", (selection, expected) => {
    expect(() => selected(selection)).toThrow(expected);
  });
});
