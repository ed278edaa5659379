import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readReport } from "../../../../../cli/shared/driftReport/readReport";
import { page } from "../../../../../cli/shared/driftReport/render/html/page";
import { markdown } from "../../../../../cli/shared/driftReport/render/markdown";
import { terminal } from "../../../../../cli/shared/driftReport/render/terminal";
import type { DriftReport } from "../../../../../cli/shared/driftReport/report";
import { driftReports, problemsOfReport } from "../../../../support/drift/driftReports";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";
import { jsonCopy } from "../../../../support/values/inputs";

let file: string;
beforeAll(() => {
  file = join(temporaryFolder(), "drift.json");
});
afterAll(removeTemporaryFolders);

const readText = (text: string | Buffer): Promise<DriftReport> => {
  writeFileSync(file, text);
  return readReport(file);
};
const read = (report: unknown) => readText(JSON.stringify(report));

// biome-ignore lint/suspicious/noExplicitAny: JSON to break
type Any = any;

/** A copy of the sample report, changed. */
function broken(change: (report: Any) => void): unknown {
  const report = jsonCopy(driftReports.drift);
  change(report);
  return report;
}

test.each(Object.entries(driftReports))(
  "the sample report %s matches the schema, and is read as it is",
  async (_, report) => {
    expect(problemsOfReport(report)).toEqual([]);
    expect(await read(report)).toEqual(jsonCopy(report));
    expect(await readText(`\uFEFF${JSON.stringify(report)}\r\n`)).toEqual(jsonCopy(report));
  },
);

test.each<[string, (report: Any) => void, string]>([
  [
    "with a list of problems that is none",
    (it) => (it.stacks[0].problems = {}),
    "stacks[0].problems must be an array",
  ],
  ["without stacks", (it) => delete it.stacks, "the report must have required property 'stacks'"],
  ["of no time", (it) => (it.startedAt = "now"), 'startedAt must match format "date-time"'],
  [
    "with an unknown result",
    (it) => (it.stacks[0].result = "fine"),
    "stacks[0].result must be clean, drift or failed",
  ],
  [
    "with an object without URN",
    (it) => delete it.stacks[9].resources[1].urn,
    "stacks[9].resources[1] must have required property 'urn'",
  ],
  [
    "with a number that is too large to count",
    (it) => (it.stacks[0].checked = 1e308),
    "stacks[0].checked must be <= 9007199254740991",
  ],
  ["of shard 0", (it) => (it.shard = { index: 0, count: 8 }), "shard.index must be >= 1"],
])("a report %s is refused with the file and the path", async (_, change, message) => {
  await expect(read(broken(change))).rejects.toThrow(`${file} is not a drift report: ${message}`);
});

test("a file that is missing, a folder, empty or not JSON is refused by name", async () => {
  await expect(readReport("no/drift.json")).rejects.toThrow("no/drift.json does not exist");
  const folder = join(temporaryFolder(), "folder");
  mkdirSync(folder);
  await expect(readReport(folder)).rejects.toThrow(`${folder} cannot be read: EISDIR`);
  await expect(readText(" \n")).rejects.toThrow(`${file} is empty`);
  const broken = new Error(
    `${file} is not JSON, or cut off, as by a check that ended while it wrote this report`,
  );
  for (const text of ["secret", '{"a":1}secret', '{"a":"secr']) {
    await expect(readText(text)).rejects.toThrow(broken);
  }
});

test("a report of another version is refused with both versions", async () => {
  const report = broken((one) => (one.version = 2));
  await expect(read(report)).rejects.toThrow(
    `${file} has version 2 of the report's form, and this version of pulumi-auth0-native reads version 1`,
  );
});

test("a property that a newer version has added is ignored", async () => {
  const report = broken((one) => {
    one.added = 1;
    one.stacks[0].added = { $ref: 1 };
  });
  expect((await read(report)).stacks).toHaveLength(driftReports.drift.stacks.length);
});

test("the result of a stack follows from what was found in it", async () => {
  const report = broken((one) => {
    for (const stack of one.stacks) stack.result = "clean";
  });
  expect((await read(report)).stacks).toEqual(jsonCopy(driftReports.drift.stacks));
});

/** Every place of a JSON value, as the keys to it. */
function placesIn(value: Any, keys: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [keys];
  const children = Object.entries(value).flatMap(([key, child]) => placesIn(child, [...keys, key]));
  return [keys, ...children];
}

const small = jsonCopy({
  ...driftReports.failed,
  shard: { index: 1, count: 2 },
  stacks: driftReports.failed.stacks.slice(1),
});
const places = placesIn(small);
const absent = Symbol("absent");

test("any wrong value in any place is refused where the schema refuses it, and else can be shown", async () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(absent, null, {}, [], "", "x", 0, -1, 1.5, true, { __proto__: null }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places.slice(1)), values, async (keys, value) => {
      const report = jsonCopy(small) as Any;
      const parent = keys.slice(0, -1).reduce((object, key) => object[key], report);
      if (value === absent) delete parent[keys.at(-1) ?? ""];
      else parent[keys.at(-1) ?? ""] = value;
      const text = JSON.stringify(report);
      // New properties are ignored, but the schema of this version does not have them.
      const refused = problemsOfReport(JSON.parse(text)).some(
        (one) => (one as { keyword: string }).keyword !== "additionalProperties",
      );
      if (refused)
        return expect(readText(text)).rejects.toThrow(/ is not a drift report| has version /);
      const found = await readText(text);
      for (const render of [page, markdown, terminal]) expect(render(found)).toContain("stack");
    }),
    { numRuns: 200 },
  );
});
