import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ImportPlan, PlannedObject } from "../../../../../cli/import/importPlan";
import { typescriptProgram } from "../../../../../cli/import/render/typescriptProgram";
import { secretPlaceholder } from "../../../../../provider/schema/placeholder";
import { withValueAt } from "../../../../../provider/shared/json";
import { evaluateProgram } from "../../../../support/import/evaluateProgram";
import { removeTemporaryFolders, root, temporaryFolder } from "../../../../support/project";
import { randomRuns, sampled } from "../../../../support/sample";
import { plannedPolicy, planOf } from "../../../../support/values/importPlans";
import { leaksIn } from "../../../../support/values/leaks";
import { importPlan } from "../../../../support/values/randomImportPlans";
import { configured } from "../../../../support/values/rateLimitPolicy";
import { compile, compilerPackages, optionsOf, quickstart } from "../../../../types/compile";

const object = (changes: Partial<PlannedObject> = {}): PlannedObject =>
  plannedPolicy({ inputs: configured({ action: "allow" }), ...changes });
const programOf = (changes: Partial<ImportPlan> = {}) =>
  typescriptProgram({ ...planOf(object()), ...changes });

describe("the program", () => {
  const notes = ["fields that are left out: a, b.", "@ts-nocheck\u2028process.exit(1)"];
  const reasons = ["its type is new", "its status is odd"];
  const skipped = [{ kind: "EventStream", id: "est_2", label: "a */\nb", reasons }];
  const unreadable = ["It cannot be imported: why. Declare it."];
  test.each<[string, Partial<ImportPlan>, RegExp]>([
    [
      "does not import Pulumi without a secret",
      {},
      /`\.\n\nimport \* as auth0 from [^\n]+\n\nnew /,
    ],
    ["imports nothing without an object", { objects: [] }, /^(\/\/.*\n)+$/],
    [
      "has each note as a line above the statement",
      { objects: [object({ notes })] },
      /\n\/\/ Note: fields that are left out: a, b\.\n\/\/ Note: @ts-nocheck\\u2028process\.exit\(1\)\nnew auth0\./,
    ],
    [
      "ends with the objects that are not imported",
      { skipped },
      /\n\n\/\/ Not imported:\n\/\/ - EventStream "a \*\/\\nb" \(est_2\): its type is new; its status is odd\n$/,
    ],
    [
      "ends with what no import reads, a line for each sentence",
      { unreadable },
      /\n\n\/\/ It cannot be imported: why\.\n\/\/ Declare it\.\n$/,
    ],
  ])("%s", (_, changes, expected) => {
    expect(programOf(changes)).toMatch(expected);
  });
});

// A tenant's names, ids, and notes could break the program.
describe("a program of hostile names", () => {
  afterAll(removeTemporaryFolders);

  test("compiles with every supported TypeScript", () => {
    const length = randomRuns(1000);
    const [plan = planOf()] = fc.sample(importPlan({ minLength: length, maxLength: length }), 1);
    const folder = temporaryFolder();
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const path = join(folder, "index.ts");
    writeFileSync(path, typescriptProgram(plan));
    for (const name of sampled(compilerPackages, "compilers")) {
      const compiler: typeof import("typescript") = require(name);
      const options = optionsOf(compiler, { ...quickstart, noUnusedLocals: true });
      expect(compile(compiler, [path], options).errors).toEqual({});
    }
  });

  /** A secret that the evaluated program reads. */
  const secretRead = (configKey: string) => ({ secretOf: configKey });

  /** A plan's resources in the form of the evaluated program. */
  const declaredBy = ({ objects }: ImportPlan) =>
    objects.map(({ kind, name, inputs, secrets }) => {
      const withSecrets = secrets.reduce(
        (all, { path, configKey }) => withValueAt(all, path, secretRead(configKey)),
        inputs,
      );
      return [kind, name, withSecrets, { protect: true }];
    });

  const hidden =
    /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

  test("evaluates to the plan, shows hidden characters as escapes, and contains no secret", () => {
    fc.assert(
      fc.property(importPlan({ maxLength: 5 }), (some) => {
        const source = typescriptProgram(some);
        expect(evaluateProgram(source, secretRead)).toEqual(declaredBy(some));
        expect(source.replaceAll("\n", "")).not.toMatch(hidden);
        expect(leaksIn(source, [secretPlaceholder])).toEqual([]);
      }),
      { numRuns: randomRuns(1000) },
    );
  });
});
