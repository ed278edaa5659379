import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { changes } from "../../../../../cli/ci/changes/command";
import { writeFileIn } from "../../../../support/pipelines/files";
import { preview } from "../../../../support/pipelines/previewReports";
import { printedBy } from "../../../../support/pipelines/printed";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

afterAll(removeTemporaryFolders);

test.each([
  [
    "the stacks with changes",
    { a: "changes", b: "unchanged", c: "failed", d: "changes" },
    ["a", "d"],
  ],
  ["no stack without changes", { b: "unchanged" }, []],
] as const)("the output is a list: %s", async (_, results, expected) => {
  const folder = temporaryFolder();
  const write = (file: string, stack: string, result: "changes" | "unchanged" | "failed") =>
    writeFileIn(folder, `${file}.json`, JSON.stringify(preview(stack, { result })));
  for (const [stack, result] of Object.entries(results)) write(stack, stack, result);
  const files = [...Object.keys(results), "gone"].map((stack) => join(folder, `${stack}.json`));
  const output = join(folder, "output");
  const printed = await printedBy(() => changes(files, { GITHUB_OUTPUT: output }));
  expect(printed).toMatch(
    /^exit code 0\nwarning: .*gone\.json is missing.*\nStacks with changes: /,
  );
  expect(readFileSync(output, "utf8")).toBe(`stacks=${JSON.stringify(expected)}\n`);
});

test.each([
  [
    "stack",
    preview("staging", { result: "changes" }),
    "is the report of staging. Name it staging.json",
  ],
  ["kind", { version: 1, stacks: [] }, "isn't a report of `ci preview`:"],
])("a report of another %s fails, and sets no output", async (_, report, reason) => {
  const folder = temporaryFolder();
  writeFileIn(folder, "x.json", JSON.stringify(report));
  const [file, output] = [join(folder, "x.json"), join(folder, "output")];
  const printed = await printedBy(() => changes([file], { GITHUB_OUTPUT: output }));
  expect(printed).toContain(`exit code 1\nerror: ${file} ${reason}`);
  expect(existsSync(output)).toBe(false);
});
