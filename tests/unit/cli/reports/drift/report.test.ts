import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type DriftReport, readDriftReport } from "../../../../../cli/reports/drift/report";
import { driftView } from "../../../../../cli/reports/drift/view";
import { page } from "../../../../../cli/reports/html/page";
import { markdown } from "../../../../../cli/reports/markdown";
import { terminal } from "../../../../../cli/reports/terminal";
import { driftReports, problemsOfReport } from "../../../../support/drift/driftReports";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";
import { jsonCopy } from "../../../../support/values/inputs";

let file: string;
beforeAll(() => {
  file = join(temporaryFolder(), "drift.json");
});
afterAll(removeTemporaryFolders);

const readText = (text: string | Buffer): DriftReport => {
  writeFileSync(file, text);
  return readDriftReport(file);
};
const read = (report: unknown) => readText(JSON.stringify(report));

// biome-ignore lint/suspicious/noExplicitAny: JSON to break
type Any = any;

/** A changed copy of the sample report. */
function broken(change: (report: Any) => void): unknown {
  const report = jsonCopy(driftReports.drift);
  change(report);
  return report;
}

test.each(Object.entries(driftReports))(
  "the sample report %s matches the schema and is read back unchanged",
  (_, report) => {
    expect(problemsOfReport(report)).toEqual([]);
    expect(read(report)).toEqual(jsonCopy(report));
    expect(readText(`\uFEFF${JSON.stringify(report)}\r\n`)).toEqual(jsonCopy(report));
  },
);

test.each(
  Object.entries<[(report: Any) => void, string]>({
    "with a list of problems that is none": [
      (it) => (it.stacks[0].problems = {}),
      "stacks[0].problems must be a list",
    ],
    "of another version": [(it) => (it.version = 2), "version must be 1"],
    "with an unknown result": [
      (it) => (it.stacks[9].resources[0].result = "fine"),
      "stacks[9].resources[0].result must be changed, gone, or unverifiable",
    ],
  }),
)("a report %s is refused with the file and the path", (_, [change, message]) => {
  expect(() => read(broken(change))).toThrow(`${file} isn't a drift report: ${message}`);
});

test("a file that is missing, a folder, empty, or not JSON is rejected by name", () => {
  expect(() => readDriftReport("no/drift.json")).toThrow("no/drift.json is missing");
  const folder = join(temporaryFolder(), "folder");
  mkdirSync(folder);
  expect(() => readDriftReport(folder)).toThrow(`${folder} can't be read (EISDIR)`);
  const broken = new Error(
    `${file} isn't complete JSON. The command that wrote it may have been stopped`,
  );
  for (const text of [" \n", "secret", '{"a":1}secret', '{"a":"secr']) {
    expect(() => readText(text)).toThrow(broken);
  }
});

test("a property that a newer version has added is ignored", () => {
  const report = broken((one) => {
    one.added = 1;
    one.stacks[0].added = { $ref: 1 };
  });
  expect(read(report).stacks).toHaveLength(driftReports.drift.stacks.length);
});

test("results and counts follow from the findings", () => {
  const report = broken((one) => {
    for (const part of [one, ...one.stacks]) part.result = "clean";
    one.summary = {};
  });
  expect(read(report)).toEqual(jsonCopy(driftReports.drift));
});

/** Every place in a JSON value, as a path of keys. */
function placesIn(value: Any, keys: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [keys];
  const children = Object.entries(value).flatMap(([key, child]) => placesIn(child, [...keys, key]));
  return [keys, ...children];
}

const small = jsonCopy({
  ...driftReports.failed,
  stacks: driftReports.failed.stacks.slice(1),
});
// The reader decides results and counts itself.
const places = placesIn(small).filter(
  (keys) => !/^(summary|result)|^stacks,\d+,result/.test(String(keys)),
);
const absent = Symbol("absent");

test("a wrong value anywhere is rejected if the schema rejects it, and can be shown otherwise", () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(absent, null, {}, [], "", "x", 0, -1, 1.5, true, { __proto__: null }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...places.slice(1)), values, (keys, value) => {
      const report = jsonCopy(small) as Any;
      const parent = keys.slice(0, -1).reduce((object, key) => object[key], report);
      if (value === absent) delete parent[keys.at(-1) ?? ""];
      else parent[keys.at(-1) ?? ""] = value;
      const text = JSON.stringify(report);
      // New properties are ignored, but the schema of this version does not have them.
      const refused = problemsOfReport(JSON.parse(text)).some(
        (one) => (one as { keyword: string }).keyword !== "additionalProperties",
      );
      if (refused) return expect(() => readText(text)).toThrow(" isn't a drift report");
      const view = driftView(readText(text));
      for (const render of [page, markdown, terminal]) expect(render(view)).toContain("stack");
    }),
    { numRuns: 200 },
  );
});
