import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { changes } from "../../../../cli/ci/changes";
import { writeFileIn } from "../../../support/pipelines/files";
import { preview } from "../../../support/pipelines/previewReports";
import { printedBy } from "../../../support/pipelines/printed";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

test("the stacks with changes are an output; one whose plan failed or is missing is not among them", async () => {
  const folder = temporaryFolder();
  const results = { a: "changes", b: "unchanged", c: "failed", d: "changes" } as const;
  for (const [stack, result] of Object.entries(results)) {
    writeFileIn(folder, `${stack}.json`, JSON.stringify(preview(stack, { result })));
  }
  const files = ["a", "b", "c", "d", "gone"].map((stack) => join(folder, `${stack}.json`));
  const output = join(folder, "output");
  const printed = await printedBy(() => changes(files, { GITHUB_OUTPUT: output }));
  expect(printed).toMatch(/^exit code 0\n.*gone.json is missing.*\nStacks with changes: a, d\.$/);
  expect(readFileSync(output, "utf8")).toBe('stacks=["a","d"]\n');
});

test("a report that names another stack than its file is left out", async () => {
  const folder = temporaryFolder();
  writeFileIn(folder, "a.json", JSON.stringify(preview("evil", { result: "changes" })));
  const output = join(folder, "output");
  const printed = await printedBy(() =>
    changes([join(folder, "a.json")], { GITHUB_OUTPUT: output }),
  );
  expect(printed).toContain("a.json is of another stack");
  expect(readFileSync(output, "utf8")).toBe("stacks=[]\n");
});

test("without changes, the output is an empty list", async () => {
  const folder = temporaryFolder();
  writeFileIn(folder, "a.json", JSON.stringify(preview("a")));
  const output = join(folder, "output");
  await printedBy(() => changes([join(folder, "a.json")], { GITHUB_OUTPUT: output }));
  expect(readFileSync(output, "utf8")).toBe("stacks=[]\n");
});
