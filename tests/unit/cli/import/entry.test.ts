import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { findEntry } from "../../../../cli/import/writeImport";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

interface Settings {
  main?: string;
  typescript?: boolean;
  packageJson?: object;
}

/** The program's file in a folder with these files; each contains its own name. */
async function entryOf(files: string[], settings: Settings = {}) {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  const { main, packageJson, typescript: compilesTypescript = true } = settings;
  if (packageJson) writeFileSync(join(folder, "package.json"), JSON.stringify(packageJson));
  return findEntry(folder, { main, compilesTypescript }, "imported");
}

test.each([
  [["index.ts", "index.js"], {}, "index.ts"],
  [["index.js"], {}, "index.js"],
  [["index.ts", "app.ts"], { packageJson: { main: "app.ts" } }, "app.ts"],
  [["a.ts", "b.ts"], { main: "a.ts", packageJson: { main: "b.ts" } }, "a.ts"],
  [["index.ts", "src/index.ts"], { main: "src" }, "src/index.ts"],
  [["index.ts"], { packageJson: { main: "dist/missing.js" } }, "index.ts"],
  [["index.ts", "index.js"], { typescript: false }, "index.js"],
])("of the files %j with the settings %j the program is %s", async (files, settings, file) => {
  expect(await entryOf(files, settings)).toMatchObject({ file, text: file });
});

test("a folder without a program gets index.ts", async () => {
  const entry = await entryOf([]);
  expect(entry).toMatchObject({ file: "index.ts", statement: 'import "./imported";' });
  expect(entry.text).toBeUndefined();
});

const esModule = { packageJson: { type: "module" } };
const stripped = { typescript: false };
const named = (main: string) => ({ main });

test.each([
  ["index.ts", {}, "index.ts", 'import "./imported";'],
  ["src/main.ts", named("src/main.ts"), "index.ts", 'import "../imported";'],
  ["index.ts", esModule, "index.ts", 'import "./imported/index.js";'],
  ["main.mts", named("main.mts"), "index.mts", 'import "./imported/index.mjs";'],
  ["index.js", {}, "index.js", 'require("./imported/index.js");'],
  ["index.js", esModule, "index.js", 'import "./imported/index.js";'],
  [
    "main.cjs",
    { ...esModule, ...named("main.cjs") },
    "index.cjs",
    'require("./imported/index.cjs");',
  ],
  ["main.mjs", named("main.mjs"), "index.mjs", 'import "./imported/index.mjs";'],
  ["index.ts", { ...stripped, ...esModule }, "index.ts", 'import "./imported/index.ts";'],
  ["index.ts", stripped, "index.ts", 'require("./imported/index.ts");'],
])(
  "%s with the settings %j loads the generated %s by %s",
  async (file, settings, loaded, statement) => {
    const syntax = statement.startsWith("require") ? "commonJs" : "esModule";
    const entry = await entryOf([file], settings);
    expect(entry).toMatchObject({ loaded, syntax, statement, loadsFolder: false });
  },
);

test.each([
  ['import "./imported";', true],
  ["require('./imported/index.js')", true],
  ['import "./imported-too";', false],
  ["// imported", false],
])("a program %j is seen to load the folder: %s", async (text, loadsFolder) => {
  const syntax = text.startsWith("import ") ? "esModule" : "commonJs";
  const folder = temporaryFolder();
  // Without a type in package.json, the syntax decides.
  writeFileSync(join(folder, "index.js"), text);
  const settings = { main: undefined, compilesTypescript: true };
  expect(await findEntry(folder, settings, "imported")).toMatchObject({ loadsFolder, syntax });
});
