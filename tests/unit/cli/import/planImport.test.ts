import { describe, expect, test } from "@jest/globals";
import { languageOf } from "../../../../cli/import/languages";
import { readPulumiState } from "../../../../cli/import/official/readPulumiState";
import { readTerraformState } from "../../../../cli/import/official/readTerraformState";
import type { ImportTarget } from "../../../../cli/import/openTarget";
import { planImport } from "../../../../cli/import/planImport";
import {
  pulumiExport,
  pulumiResource,
  terraformResource,
  terraformState,
} from "../../../support/officialStates";
import { canaries } from "../../../support/values/samples";
import { tenantObject } from "../../../support/values/tenantObjects";

const target = {
  project: { name: "identity" },
  stack: { folder: ".", name: "production" },
  configuration: {},
  inStacks: [],
  readByPrograms: [],
} as unknown as ImportTarget;
const tenant = "example.eu.auth0.com";
const typescript = languageOf("nodejs", false);
const python = languageOf("python", true);

const stream = (name: string, module: string) =>
  terraformResource("auth0_event_stream", name, [{ id: `est_${module}` }], { module });
const ofModules = readTerraformState(
  terraformState(stream("crm", "module.eu"), stream("crm", "module.us")),
  "terraform.tfstate",
);
const objects = ofModules.objects.map(({ id }) => tenantObject({ id, label: "in the tenant" }));

test("an object has the name of the old program, whatever is selected", () => {
  const found = { target, tenant, language: typescript, objects, official: ofModules };
  const names = (id?: string[]) =>
    planImport(id ? { id } : {}, found).objects.map(({ id, name }) => [id, name]);
  expect(names()).toEqual(
    expect.arrayContaining([
      ["est_module.eu", "eu-crm"],
      ["est_module.us", "us-crm"],
    ]),
  );
  expect(names(["est_module.us"])).toEqual([["est_module.us", "us-crm"]]);
});

describe("push credentials of the official provider", () => {
  const push = { credentials: canaries.serverCredentials };
  const guardian = pulumiResource("guardian:Guardian", "mfa", { id: "x", outputs: { push } });
  const official = readPulumiState(pulumiExport([guardian]), "stack.json");
  const planIn = (language: typeof typescript) =>
    planImport({}, { target, tenant, language, objects: [], official });

  test("are imported by the dynamic provider", () => {
    const { objects, ignored, forget } = planIn(typescript);
    expect(objects).toMatchObject([{ kind: "GuardianFcmv1Provider", id: "fcmv1", name: "push" }]);
    expect({ ignored, blocks: forget.length }).toEqual({ ignored: [], blocks: 1 });
  });

  test("are left to a person with the plugin, which cannot read them", () => {
    const { objects, ignored, forget } = planIn(python);
    expect({ objects, forget }).toEqual({ objects: [], forget: [] });
    expect(ignored).toEqual([
      {
        address: expect.stringMatching(/::mfa$/),
        reason: expect.stringContaining("declare a GuardianFcmv1Provider in the program"),
      },
    ]);
  });
});
