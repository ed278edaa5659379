import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readReports } from "../../../../../cli/ci/previewReport/readReports";
import { previewFullOf, typicalPreviews } from "../../../../support/pipelines/previewReports";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

const folder = temporaryFolder();
afterAll(removeTemporaryFolders);

const read = (text: string) => {
  const file = join(folder, "staging.json");
  writeFileSync(file, text);
  return readReports([file])[0];
};

test("reports are read as they were written", () => {
  for (const report of [...typicalPreviews, previewFullOf("@team")]) {
    expect(read(JSON.stringify(report))).toEqual(JSON.parse(JSON.stringify(report)));
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
  expect(read("[]")).toMatchObject({ stack, reason: "is no report of `ci preview`" });
  expect(read(JSON.stringify({ ...report, version: 2 }))).toMatchObject({
    reason: expect.stringMatching(
      /is of version 2, and this command reads version 1: install the same/,
    ),
  });

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

test("a report with a value that is nested too deep to be shown is missing", () => {
  const value = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const text = JSON.stringify(previewFullOf("x")).replace('"before":"x"', `"before":${value}`);
  expect(read(text)).toMatchObject({ reason: expect.stringContaining("`objects`") });
});

test.each([
  ["version", "@team"],
  ["stack", "@team"],
  ["stack", undefined],
  ["result", "@team"],
  ["counts", { "@team": 1 }],
  ["counts", { create: "@team" }],
  ["counts", { create: -1 }],
  ["objects", {}],
  ["objects", [{ ...previewFullOf("x").objects[0], op: "@team" }]],
  ["objects", [{ ...previewFullOf("x").objects[0], lost: 7 }]],
  ["objects", [{ ...previewFullOf("x").objects[0], properties: [{}] }]],
  ["problems", [{ urn: "urn:x" }]],
  ["output", null],
])("a report with a malformed %s is missing: %j", (key, value) => {
  expect(read(JSON.stringify({ ...typicalPreviews[0], [key]: value }))).toMatchObject({
    stack: "staging",
    reason: `is no report of \`ci preview\`: its property \`${key}\` is missing or malformed`,
  });
});
