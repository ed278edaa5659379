import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { findEntry } from "../../../../cli/import/entry";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

interface Settings {
  main?: string;
  typescript?: boolean;
  packageJson?: object;
}

/** The program's file in a folder with these files. */
async function entryOf(files: Record<string, string>, settings: Settings = {}) {
  const folder = temporaryFolder();
  const { main, packageJson, typescript: compilesTypescript = true } = settings;
  const packages = packageJson ? { "package.json": JSON.stringify(packageJson) } : {};
  for (const [file, text] of Object.entries({ ...files, ...packages })) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return findEntry(folder, { main, compilesTypescript }, "imported");
}

test.each<[string[], Settings, string]>([
  [["index.ts", "index.js"], {}, "index.ts"],
  [["index.js"], {}, "index.js"],
  [["index.ts", "app.ts"], { packageJson: { main: "app.ts" } }, "app.ts"],
  [["a.ts", "b.ts"], { main: "a.ts", packageJson: { main: "b.ts" } }, "a.ts"],
  [["index.ts", "src/index.ts"], { main: "src" }, "src/index.ts"],
  [["index.ts"], { packageJson: { main: "dist/missing.js" } }, "index.ts"],
  [["index.ts", "index.js"], { typescript: false }, "index.js"],
])("of the files %j with the settings %j the program is %s", async (files, settings, file) => {
  const texts = Object.fromEntries(files.map((one) => [one, one === file ? "code" : ""]));
  expect(await entryOf(texts, settings)).toMatchObject({ file, code: "lacks" });
});

const esModule = { packageJson: { type: "module" } };
const stripped = { typescript: false };
const named = (main: string) => ({ main });

test.each<[string, Settings, string, string]>([
  ["index.ts", {}, "index.ts", 'import "./imported";'],
  ["src/main.ts", named("src/main.ts"), "index.ts", 'import "../imported";'],
  ["index.ts", esModule, "index.ts", 'import "./imported/index.js";'],
  ["main.mts", named("main.mts"), "index.mts", 'import "./imported/index.mjs";'],
  ["index.js", {}, "index.js", 'require("./imported/index.js");'],
  ["index.js", esModule, "index.js", 'import "./imported/index.js";'],
  ["a.cjs", { ...esModule, main: "a.cjs" }, "index.cjs", 'require("./imported/index.cjs");'],
  ["main.mjs", named("main.mjs"), "index.mjs", 'import "./imported/index.mjs";'],
  ["index.ts", { ...stripped, ...esModule }, "index.ts", 'import "./imported/index.ts";'],
  ["index.ts", stripped, "index.ts", 'require("./imported/index.ts");'],
])("%s with the settings %j loads the generated %s by %s", async (...expected) => {
  const [file, settings, loaded, statement] = expected;
  const syntax = statement.startsWith("require") ? "commonJs" : "esModule";
  const entry = await entryOf({ [file]: "code" }, settings);
  expect(entry).toEqual({ file, code: "lacks", loaded, syntax, statement });
});

// Without a type in package.json, the syntax decides.
test.each([
  ['import "./imported";', "loads", "esModule"],
  ["require('./imported/index.js')", "loads", "commonJs"],
  ['import "./imported-too";', "lacks", "esModule"],
  ["// imported", "lacks", "commonJs"],
  [" \n", "none", "commonJs"],
])("a program %j has the code %j for the generated folder, as a %s", async (text, code, syntax) => {
  expect(await entryOf({ "index.js": text })).toMatchObject({ code, syntax });
});

test("a folder without a program gets index.ts", async () => {
  const statement = 'import "./imported";';
  expect(await entryOf({})).toMatchObject({ file: "index.ts", statement, code: "none" });
});
