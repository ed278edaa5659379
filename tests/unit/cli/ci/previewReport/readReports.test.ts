import { mkdirSync, writeFileSync } from "node:fs";
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

test("reports are read as they were written", () => {
  for (const report of [...typicalPreviews, previewFullOf("@team")]) {
    expect(read(JSON.stringify(report), report.stack)).toEqual(JSON.parse(JSON.stringify(report)));
  }
});

test("a report that cannot be read is missing, with the stack of its file and the reason", () => {
  const [report] = typicalPreviews;
  const whole = JSON.stringify(report);
  const stack = "staging";
  expect(read(whole.slice(0, -10))).toMatchObject({
    stack,
    reason: expect.stringContaining("is not complete JSON"),
  });
  const other = { stack, reason: "is no report of `ci preview` of this version" };
  expect(read("[]")).toMatchObject(other);
  expect(read(JSON.stringify({ ...report, version: 2 }))).toMatchObject(other);

  mkdirSync(join(folder, "folder.json"));
  expect(readReports([join(folder, "gone.json"), join(folder, "folder.json")])).toEqual([
    {
      stack: "gone",
      file: join(folder, "gone.json"),
      reason: expect.stringContaining("is missing"),
    },
    { stack: "folder", file: join(folder, "folder.json"), reason: "cannot be read (EISDIR)" },
  ]);
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
  ["problems", [{ urn: "urn:x" }]],
  ["output", null],
])("a report with a malformed %s is missing: %j", (key, value) => {
  expect(read(JSON.stringify({ ...typicalPreviews[0], [key]: value }))).toMatchObject({
    stack: "staging",
    reason: "is no report of `ci preview` of this version",
  });
});
