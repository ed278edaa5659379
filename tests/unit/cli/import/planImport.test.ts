import { describe, expect, test } from "@jest/globals";
import { languageOf } from "../../../../cli/import/languages";
import { readTerraformState } from "../../../../cli/import/official/readTerraformState";
import type { ImportTarget } from "../../../../cli/import/openTarget";
import { planImport } from "../../../../cli/import/planImport";
import { stackObjects } from "../../../../cli/shared/stackObjects";
import { stateOf } from "../../../../cli/shared/state";
import { shownResource, shownState } from "../../../support/officialStates";
import { tenantObject } from "../../../support/values/tenantObjects";

const target = {
  project: { name: "identity" },
  stack: { folder: ".", name: "production" },
  configuration: {},
  inStacks: [],
  readByPrograms: [],
} as unknown as ImportTarget;
const found = { target, tenant: "example.eu.auth0.com", language: languageOf("nodejs", false) };

describe("a takeover of several modules", () => {
  const stream = (id: string, module: string) =>
    shownResource("auth0_event_stream", "crm", { id }, { address: `${module}.crm` });
  const modules = ["module.eu", 'module.eu["north"]', "module.us", 'module.us["n"].module.x'];
  const state = shownState(...modules.map((module, index) => stream(`est_${index}`, module)));
  const official = readTerraformState(state, "state.json");
  const objects = official.objects.map(({ id }) => tenantObject({ id, label: "in the tenant" }));
  const plan = (id?: string[]) => planImport(id ? { id } : {}, { ...found, objects, official });
  const names = (id?: string[]) => plan(id).objects.map(({ name }) => name);

  test("gives each object the name of the old program, whatever is selected", () => {
    expect(names()).toEqual(["eu-crm", "eu-north-crm", "us-crm", "us-n-x-crm"]);
    expect(names(["est_2"])).toEqual(["us-crm"]);
  });

  test("names the kinds that no import reads", () => {
    expect(plan().unreadable).toEqual([
      expect.stringMatching(/^GuardianFcmv1Provider cannot be imported/),
    ]);
  });

  test("makes the old tool forget the objects that are taken, and no others", () => {
    expect(plan(["est_2"]).forget).toEqual({
      text: official.forgetText,
      commands: ["terraform state rm 'module.us.crm'"],
    });
  });
});

test("an import under a name that the state has says how to put the object in its place", () => {
  const type = "auth0-native:index:EventStream";
  const urn = `urn:pulumi:production::identity::${type}::crm`;
  const inStacks = stackObjects(
    "production",
    stateOf({ resources: [{ urn, type, id: "est_old" }] }),
  );
  const object = tenantObject();
  const plan = () =>
    planImport(
      { id: [object.id], as: "crm" },
      { ...found, target: { ...target, inStacks }, objects: [object], official: undefined },
    );
  expect(plan).toThrow(
    `the state already has EventStream "crm", with the object est_old: to put ${object.id} in its place, as after an interrupted replacement, first run \`pulumi state delete '${urn}' --stack production\`, which deletes nothing in the tenant`,
  );
});

test.each([
  ["manages", "inStacks", {}],
  ["reads", "readByPrograms", { external: true }],
])("an import leaves the name of a resource to the one that the program %s", (_, part, fields) => {
  const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
  const urn = `urn:pulumi:production::identity::${type}::crm`;
  const crm = { urn, type, id: "est_other", ...fields };
  const inState = stackObjects("production", stateOf({ resources: [crm] }));
  const objects = [tenantObject()];
  const withCrm = { ...target, [part]: inState };
  const plan = planImport({}, { ...found, target: withCrm, objects, official: undefined });
  expect(plan.objects.map(({ name }) => name)).toEqual(["crm-ghijkl"]);
  expect(plan.forget).toBeUndefined();
});
