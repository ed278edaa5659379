import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { findEntry } from "../../../../cli/import/placement";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

/** The program's file in a folder with these files. */
async function entryOf(files: Record<string, string>, main?: string, type?: string) {
  const folder = temporaryFolder();
  const packages = type ? { "package.json": JSON.stringify({ type }) } : {};
  for (const [file, text] of Object.entries({ ...files, ...packages })) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return findEntry(folder, main, "imported");
}

const [commonJs, esModule] = [undefined, "module"];

test.each([
  [["index.ts", "index.js"], undefined, commonJs, "index.ts", 'import "./imported";'],
  [["index.js"], undefined, commonJs, "index.js", 'require("./imported/index.js");'],
  [["index.ts"], undefined, esModule, "index.ts", 'import "./imported/index.js";'],
  [["index.js"], undefined, esModule, "index.js", 'import "./imported/index.js";'],
  [
    ["index.ts", "src/index.js"],
    "src",
    commonJs,
    "src/index.js",
    'require("../imported/index.js");',
  ],
  [["index.ts", "a.ts"], "./a.ts", commonJs, "a.ts", 'import "./imported";'],
  [["main.mjs"], "main.mjs", commonJs, "main.mjs", 'import "./imported/index.mjs";'],
])("of %j with main %s and type %s, the program %s loads the folder by %s", async (...row) => {
  const [files, main, type, file, statement] = row;
  const texts = Object.fromEntries(files.map((one) => [one, one === file ? "code" : ""]));
  expect(await entryOf(texts, main, type)).toMatchObject({ file, code: "lacks", statement });
});

test.each([
  ['import "./imported";', "loads"],
  ["require('./imported/index.js')", "loads"],
  ['import "./imported-too";', "lacks"],
  ["// imported", "lacks"],
  [" \n", "none"],
])("a program %j has the code %j for the generated folder", async (text, code) => {
  expect(await entryOf({ "index.js": text })).toMatchObject({ code });
});

test("a folder without a program gets index.ts", async () => {
  const statement = 'import "./imported";';
  expect(await entryOf({})).toMatchObject({ file: "index.ts", statement, code: "none" });
});
