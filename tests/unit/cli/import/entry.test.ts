import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { findEntry } from "../../../../cli/import/writeImport";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

/** The program's file in a folder with these files; each contains its own name. */
async function entryOf(files: string[], settings: { main?: string; packageJson?: object } = {}) {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  const { main, packageJson } = settings;
  if (packageJson) writeFileSync(join(folder, "package.json"), JSON.stringify(packageJson));
  return findEntry(folder, { main }, "imported");
}

test.each([
  [["index.ts", "index.js"], {}, "index.ts"],
  [["index.js"], {}, "index.js"],
  [["index.ts", "app.ts"], { packageJson: { main: "app.ts" } }, "app.ts"],
  [["a.ts", "b.ts"], { main: "a.ts", packageJson: { main: "b.ts" } }, "a.ts"],
  [["index.ts", "src/index.ts"], { main: "src" }, "src/index.ts"],
  [["index.ts"], { packageJson: { main: "dist/missing.js" } }, "index.ts"],
])("of the files %j with the settings %j the program is %s", async (files, settings, file) => {
  expect(await entryOf(files, settings)).toMatchObject({ file, text: file });
});

test("a folder without a program gets index.ts", async () => {
  const entry = await entryOf([]);
  expect(entry).toMatchObject({ file: "index.ts", statement: 'import "./imported";' });
  expect(entry.text).toBeUndefined();
});

test.each([
  ["index.ts", {}, 'import "./imported";'],
  ["src/main.ts", { main: "src/main.ts" }, 'import "../imported";'],
  ["index.js", {}, 'require("./imported");'],
  ["index.js", { packageJson: { type: "module" } }, 'import "./imported/index.js";'],
])("%s with the settings %j loads the folder by %s", async (file, settings, statement) => {
  expect(await entryOf([file], settings)).toMatchObject({ statement, loadsFolder: false });
});

test.each([
  ['import "./imported";', true],
  ["require('./imported/index.js')", true],
  ['import "./imported-too";', false],
  ["// imported", false],
])("a program %j is seen to load the folder: %s", async (text, loadsFolder) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "index.ts"), text);
  expect(await findEntry(folder, { main: undefined }, "imported")).toMatchObject({ loadsFolder });
});
