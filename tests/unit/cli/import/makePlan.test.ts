import { describe, expect, test } from "@jest/globals";
import { isReplaced, knownValue, lacksSomething } from "../../../../cli/import/importPlan";
import { makePlan } from "../../../../cli/import/makePlan";
import { readTerraformState } from "../../../../cli/import/official/readTerraformState";
import type { ImportTarget } from "../../../../cli/import/openTarget";
import { stackObjects } from "../../../../cli/shared/stackObjects";
import { stateOf } from "../../../../cli/shared/state";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { shownResource, shownState } from "../../../support/officialStates";
import { planOf } from "../../../support/values/importPlans";
import { tenantObject } from "../../../support/values/tenantObjects";

const target = {
  project: { name: "identity" },
  stack: { folder: ".", name: "production" },
  configuration: {},
  inStacks: [],
  readByPrograms: [],
  inOtherProjects: [],
  unreadStacks: [],
} as unknown as ImportTarget;
const found = { target, tenant: "example.eu.auth0.com", official: undefined };

describe("a takeover of several modules", () => {
  const stream = (id: string, module: string) =>
    shownResource("auth0_event_stream", "crm", { id }, { address: `${module}.crm` });
  const modules = ["module.eu", 'module.eu["north"]', "module.us", 'module.us["n"].module.x'];
  const state = shownState(...modules.map((module, index) => stream(`est_${index}`, module)));
  const official = readTerraformState(state, "state.json");
  const objects = official.objects.map(({ id }) => tenantObject({ id, label: "in the tenant" }));
  const plan = (id?: string[]) => makePlan(id ? { id } : {}, { ...found, objects, official });
  const names = (id?: string[]) => plan(id).objects.map(({ name }) => name);

  test("gives each object its name in the old program, regardless of the selection", () => {
    expect(names()).toEqual(["eu-crm", "eu-north-crm", "us-crm", "us-n-x-crm"]);
    expect(names(["est_2"])).toEqual(["us-crm"]);
  });

  test("makes the old tool forget only the objects that are taken over", () => {
    expect(plan(["est_2"]).forget).toEqual({
      text: official.forgetText,
      commands: ["terraform state rm 'module.us.crm'"],
    });
  });
});

test.each([
  ["manages", "inStacks", {}],
  ["reads", "readByPrograms", { external: true }],
])("an import does not use the name of a resource that the program %s", (_, part, fields) => {
  const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
  const urn = `urn:pulumi:production::identity::${type}::crm`;
  const crm = { urn, type, id: "est_other", ...fields };
  const inState = stackObjects("production", stateOf({ resources: [crm] }));
  const withCrm = { ...target, [part]: inState };
  const plan = makePlan({}, { ...found, target: withCrm, objects: [tenantObject()] });
  expect(plan.objects.map(({ name }) => name)).toEqual(["crm-ghijkl"]);
  expect(plan.forget).toBeUndefined();
});

test("an object that a stack of another project manages is imported with --force only", () => {
  const objects = [tenantObject({ id: "est_theirs" }), tenantObject({ id: "est_free" })];
  const urn = "urn:pulumi:prod::web::auth0-native:index:EventStream::hook";
  const theirs = { urn, type: "auth0-native:index:EventStream", id: "est_theirs" };
  const inOtherProjects = stackObjects("organization/web/prod", stateOf({ resources: [theirs] }));
  const plan = (force: boolean) =>
    makePlan({ force }, { ...found, target: { ...target, inOtherProjects }, objects });
  const holder = 'The stack organization/web/prod of another project manages it as "hook". ';
  const { objects: planned, skipped } = plan(false);
  expect(planned.map(({ id }) => id)).toEqual(["est_free"]);
  expect(skipped).toMatchObject([{ id: "est_theirs", reasons: [expect.stringContaining(holder)] }]);
  expect(plan(true).objects.map(({ id, notes }) => [id, notes])).toContainEqual([
    "est_theirs",
    [expect.stringContaining(holder)],
  ]);
  expect(plan(true).skipped).toEqual([]);
});

test("no object is imported without --force if a stack can't be read", () => {
  const unread = { ...target, unreadStacks: ["the stack organization/web/dev"] };
  const plan = (force: boolean) =>
    makePlan({ force }, { ...found, target: unread, objects: [tenantObject()] });
  expect(plan(false)).toMatchObject({
    objects: [],
    skipped: [{ reasons: [expect.stringContaining("the stack organization/web/dev")] }],
  });
  expect(lacksSomething(plan(false))).toBe(true);
  expect(plan(true)).toMatchObject({ objects: [{ name: "crm" }], skipped: [] });
});

test("objects are sorted by kind and name, without those that no program can declare", () => {
  const failures = ["name is too long"];
  const objects = [
    tenantObject({ kind: "RateLimitPolicy", id: "rlp_1", label: "audit" }),
    tenantObject({ id: "est_a", label: "zebra" }),
    tenantObject({ id: "est_b", failures }),
    tenantObject({ id: "est_c", label: "crm sync" }),
  ];
  const plan = makePlan({}, { ...found, objects });
  expect(plan.objects.map(({ name }) => name)).toEqual(["crm-sync", "zebra", "audit"]);
  expect(plan.skipped).toEqual([
    { kind: "EventStream", id: "est_b", label: "crm", reasons: failures },
  ]);
});

test.each([
  [undefined, undefined, undefined],
  ["", undefined, undefined],
  [secretPlaceholder, undefined, undefined],
  ["configured", undefined, "configured"],
  [undefined, "old", "old"],
  ["old", "old", "old"],
  ["configured", "old", "old"],
])("of %j in the configuration and %j in the old state, the secret is %j", (value, old, known) => {
  const id = "est_crm";
  const webhook = (token: string) => ({ destination: { token } });
  const inputs = webhook(secretPlaceholder);
  const objects = [tenantObject({ id, inputs, outs: {} })];
  const configuration = { "identity:crmToken": { value: value as string, secret: true } };
  const common = { kind: "EventStream", id, name: "crm", forgetCommand: "" };
  const official = { objects: [{ ...common, secretInputs: webhook(old ?? "") }], ignored: [] };
  const plan = makePlan(
    {},
    {
      ...found,
      target: { ...target, configuration },
      objects,
      official: old === undefined ? undefined : { ...official, forgetText: "" },
    },
  );
  const [
    {
      secrets: [secret],
      ...object
    } = { secrets: [] },
  ] = plan.objects;
  const all = webhook(known ?? secretPlaceholder);
  expect(object).toMatchObject({ inputs: all, outputs: all });
  expect(secret && knownValue(secret)).toBe(known);
  expect(secret && isReplaced(secret)).toBe(value === "configured" && old === "old");
});

test("an import lacks an ignored resource of the old tool", () => {
  expect(lacksSomething(planOf())).toBe(false);
  const ignored = [{ address: "auth0_guardian.mfa", reason: "a legacy key" }];
  expect(lacksSomething({ ...planOf(), ignored })).toBe(true);
});
