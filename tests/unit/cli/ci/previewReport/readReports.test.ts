import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readReports } from "../../../../../cli/ci/previewReport/report";
import { previewFullOf, typicalPreviews } from "../../../../support/pipelines/previewReports";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

const folder = temporaryFolder();
afterAll(removeTemporaryFolders);

const read = (text: string, stack = "staging") => {
  const file = join(folder, `${stack}.json`);
  writeFileSync(file, text);
  return readReports([file])[0];
};

test("a written report is read back unchanged", () => {
  for (const report of [...typicalPreviews, previewFullOf("@team")]) {
    expect(read(JSON.stringify(report), report.stack)).toEqual(JSON.parse(JSON.stringify(report)));
  }
});

test.each([
  ["version", "@team"],
  ["stack", "@team"],
  ["result", "@team"],
  ["tenants", "@team"],
  ["counts", { "@team": 1 }],
  ["counts", { create: "@team" }],
  ["losses", {}],
  ["losses", [{ ...previewFullOf("x").losses[0], lost: 7 }]],
  ["losses", [{ ...previewFullOf("x").losses[0], replacedFor: [{}] }]],
  ["output", null],
  ["problems", [{ urn: "urn:x" }]],
])("a report with a malformed %s is missing, with the stack of its file: %j", (key, value) => {
  expect(read(JSON.stringify({ ...typicalPreviews[0], [key]: value }))).toMatchObject({
    stack: "staging",
    reason: expect.stringMatching(
      `staging\\.json isn't a report of \`ci preview\`: ${key}.* must be `,
    ),
  });
});
