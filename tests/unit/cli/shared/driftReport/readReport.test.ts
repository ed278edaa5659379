import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readReport } from "../../../../../cli/shared/driftReport/readReport";
import { page } from "../../../../../cli/shared/driftReport/render/html/page";
import { markdown } from "../../../../../cli/shared/driftReport/render/markdown/markdownReport";
import { terminal } from "../../../../../cli/shared/driftReport/render/terminal";
import type { DriftReport } from "../../../../../cli/shared/driftReport/report";
import { violation } from "../../../../../cli/shared/driftReport/violation";
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
  "the sample report %s is read as it is",
  async (_, report) => {
    expect(await read(report)).toEqual(jsonCopy(report));
    expect(await readText(`\uFEFF${JSON.stringify(report)}\r\n`)).toEqual(jsonCopy(report));
  },
);

const shard = (index: unknown, count: unknown) =>
  broken((report) => (report.shard = { index, count }));

describe.each<[string, unknown, string]>([
  ["null", null, "the report must be an object"],
  ["a list", [], "the report must be an object"],
  ["an object", {}, "version is missing"],
  ["without stacks", broken((report) => delete report.stacks), "stacks is missing"],
  [
    "of no time",
    broken((report) => (report.startedAt = "now")),
    "startedAt must be a date and a time",
  ],
  [
    "with an unknown result",
    broken((report) => (report.stacks[0].result = "fine")),
    'stacks[0].result must be "clean" or "drift" or "failed"',
  ],
  [
    "with an object without URN",
    broken((report) => delete report.stacks[9].resources[1].urn),
    "stacks[9].resources[1].urn is missing",
  ],
  [
    "with a fraction of an object",
    broken((report) => (report.stacks[0].checked = 1.5)),
    "stacks[0].checked must be a whole number, 0 or more",
  ],
  [
    "with a number that is too large to count",
    broken((report) => (report.stacks[0].checked = 1e308)),
    "stacks[0].checked must be a whole number, 0 or more",
  ],
  [
    "with an inherited property",
    broken((report) => (report.stacks[0] = Object.create({ name: "x" }))),
    "stacks[0].name is missing",
  ],
  ["of shard 0", shard(0, 8), "shard.index must be a whole number, 1 to 1000"],
  ["of very many shards", shard(1, 1e9), "shard.count must be a whole number, 1 to 1000"],
])("a report %s", (_, report, message) => {
  test("is refused with the file and the path", async () => {
    await expect(read(report)).rejects.toThrow(`${file} is not a drift report: ${message}`);
  });
});

test("a file that is missing, a folder, empty or not JSON is refused by name", async () => {
  await expect(readReport("no/drift.json")).rejects.toThrow("no/drift.json does not exist");
  const folder = join(temporaryFolder(), "folder");
  mkdirSync(folder);
  await expect(readReport(folder)).rejects.toThrow(`${folder} cannot be read: EISDIR`);
  await expect(readText(" \n")).rejects.toThrow(`${file} is empty`);
  await expect(readText("secret")).rejects.toThrow(new Error(`${file} is not JSON`));
  await expect(readText('{"a":1}secret')).rejects.toThrow(new Error(`${file} is not JSON`));
});

test("a report of another version is refused with both versions", async () => {
  const report = broken((one) => (one.version = 2));
  await expect(read(report)).rejects.toThrow(
    `${file} has version 2 of the report's form, and this version of auth0-native reads version 1`,
  );
});

test("a report that was cut off anywhere is refused as cut off", async () => {
  const text = JSON.stringify(driftReports.drift);
  for (const length of [1, 2, 5, 40, 200, 333, 600, 1000, text.length - 2, text.length - 1]) {
    await expect(readText(text.slice(0, length))).rejects.toThrow(
      `${file} is cut off after ${length} characters`,
    );
  }
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

test("values that are nested too deep for a renderer are refused", async () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const text = JSON.stringify(
    broken((one) => (one.stacks[9].resources[0].properties[0].live = "?")),
  );
  const withDepth = (levels: number) => text.replace('"?"', nested(levels));
  expect((await readText(withDepth(50))).result).toBe("drift");
  for (const levels of [60, 200_000]) {
    await expect(readText(withDepth(levels))).rejects.toThrow(
      "stacks[9].resources[0].properties[0].live must be nested at most 50 levels deep",
    );
  }
});

test("a property that is ignored is refused if no program could write it again", async () => {
  const text = JSON.stringify(broken((one) => (one.stacks[0].added = "?")));
  const withDepth = (levels: number) =>
    readText(text.replace('"?"', "[".repeat(levels) + "]".repeat(levels)));
  expect((await withDepth(50)).stacks).toHaveLength(driftReports.drift.stacks.length);
  await expect(withDepth(200_000)).rejects.toThrow("the report must be nested at most 60 levels");
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
    // The schema allows counts that are too large to add up.
    fc
      .jsonValue({ maxDepth: 3 })
      .filter((value) => typeof value !== "number" || value <= Number.MAX_SAFE_INTEGER),
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
      expect(violation(JSON.parse(text)) !== undefined).toBe(refused);
      if (refused) return;
      const found = await readText(text);
      for (const render of [page, markdown, terminal]) expect(render(found)).toContain("stack");
    }),
    { numRuns: 200 },
  );
});
