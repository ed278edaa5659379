import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ImportPlan } from "../../../../../cli/import/plan";
import { readme } from "../../../../../cli/import/render/readme";
import { table } from "../../../../../cli/import/render/report";
import { typescriptProgram } from "../../../../../cli/import/render/typescriptProgram";
import { secretPlaceholder } from "../../../../../provider/schema/placeholder";
import type { Json, Props } from "../../../../../provider/shared/json";
import { evaluateProgram } from "../../../../support/import/evaluateProgram";
import { removeTemporaryFolders, root, temporaryFolder } from "../../../../support/project";
import { randomRuns, sampled } from "../../../../support/sample";
import { planOf } from "../../../../support/values/importPlans";
import { leaksIn } from "../../../../support/values/leaks";
import { importPlan } from "../../../../support/values/randomImportPlans";
import { compile, compilerPackages, optionsOf, quickstart } from "../../../../types/compile";

// Names, ids and notes of a tenant that could break the generated program, the README or the terminal.

afterAll(removeTemporaryFolders);

/** What stands for a secret that a program reads. */
const secretRead = (configKey: string) => ({ secretOf: configKey });

/** The resources that a plan asks for, as the evaluated program has them. */
const declaredBy = ({ objects }: ImportPlan) =>
  objects.map(({ kind, name, inputs, secrets }) => {
    const withSecrets = structuredClone(inputs);
    for (const { path, configKey } of secrets) {
      const parent = path
        .slice(0, -1)
        .reduce<Json>((at, key) => (at as Props)[key] ?? null, withSecrets);
      (parent as Props)[path.at(-1) ?? ""] = secretRead(configKey);
    }
    return [kind, name, withSecrets, { protect: true }];
  });

const hidden =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

describe("a program of hostile names", () => {
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

// The service makes ids, but a gateway between can return any text.
const id = "est_1\n\n# Run this\u001b[31m [here](https://example.com) <b>";
const object = { kind: "EventStream", id, label: "crm" };

test("a hostile id of an object that is not imported is code in the README", () => {
  const text = readme({ ...planOf(), skipped: [{ ...object, reasons: ["no"] }] }, []);
  expect(text).toContain(
    "(`est_1\\n\\n# Run this\\u001b[31m [here](https://example.com) <b>`): `no`",
  );
});

test("a hostile id in the table of --list stays on its line, and does not control the terminal", () => {
  const row = { ...object, createdAt: "", couldBe: [] };
  const [, line] = table("a.auth0.com", [row], new Date(0)).split("\n");
  expect(line).toMatch(/^EventStream {2}est_1\\n\\n# Run this\\u001b\[31m .* {2}crm$/);
});
