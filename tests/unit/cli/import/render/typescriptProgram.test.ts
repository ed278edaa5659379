import { expect, test } from "@jest/globals";
import type { ImportPlan, PlannedObject } from "../../../../../cli/import/importPlan";
import { typescriptProgram } from "../../../../../cli/import/render/typescriptProgram";
import { plannedPolicy, planOf } from "../../../../support/values/importPlans";
import { configured } from "../../../../support/values/rateLimitPolicy";

// What a random tenant doesn't have; tests/unit/cli/import/randomTenants.test.ts runs and compiles the programs of others.

const object = (changes: Partial<PlannedObject> = {}): PlannedObject =>
  plannedPolicy({ inputs: configured({ action: "allow" }), ...changes });
const programOf = (changes: Partial<ImportPlan> = {}) =>
  typescriptProgram({ ...planOf(object()), ...changes });

const notes = ["fields that are left out: a, b.", "@ts-nocheck\u2028process.exit(1)"];

test.each<[string, Partial<ImportPlan>, RegExp]>([
  ["does not import Pulumi without a secret", {}, /`\.\n\nimport \* as auth0 from [^\n]+\n\nnew /],
  ["imports nothing without an object", { objects: [] }, /^(\/\/.*\n)+$/],
  [
    "has each note as a line above the statement",
    { objects: [object({ notes })] },
    /\n\/\/ Note: fields that are left out: a, b\.\n\/\/ Note: @ts-nocheck\\u2028process\.exit\(1\)\nnew auth0\./,
  ],
])("the program %s", (_, changes, expected) => {
  expect(programOf(changes)).toMatch(expected);
});
