import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { runInShell } from "../support/engine/guideCommands";
import { jsProject } from "../support/engine/jsProject";
import { blockWith, codeBlocks } from "../support/guides";
import {
  exitAndOutput,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";

// The tests and the commands of docs/testing.md, with the programs that the page names.

const page = "docs/testing.md";
const [program = ""] = codeBlocks("README.md", "ts");
const [unitTest = ""] = codeBlocks(page, "typescript");

afterAll(removeTemporaryFolders);

const jestImport = 'import { beforeAll as before, test } from "@jest/globals";';
const jestConfig = { testEnvironment: "node", transform: { "\\.ts$": "@swc/jest" } };

test.each([
  ["node", unitTest, ["--import", "tsx", "--test", "identity.test.ts"]],
  ["jest", unitTest.replace(/.*/, jestImport), [join(root, "node_modules/jest/bin/jest.js")]],
])("the unit test in TypeScript passes with %s", async (_runner, text, args) => {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ jest: jestConfig }));
  writeFileSync(join(folder, "identity.ts"), program);
  writeFileSync(join(folder, "identity.test.ts"), text);
  expect(exitAndOutput(await run("node", args, folder))).toMatch(/^exit code 0\n/);
});

test("the job for CI applies the program to an emulated tenant without drift", async () => {
  const environment = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const project = await jsProject(environment, program, { typescript: true });
  // Without the build, the job would wait for the emulator forever.
  expect(existsSync(join(root, "emulator", "bin"))).toBe(true);
  // The job checks the clone out there.
  symlinkSync(root, join(project.folder, "pulumi-auth0-native"));
  const { jobs } = parse(blockWith(page, "yaml", "jobs:"));
  const { run: commands } = jobs.emulated.steps.at(-1);
  // The end of a CI job would stop the emulator.
  const job = `trap 'kill "$emulator"' EXIT\n${commands.replace("&\n", "&\nemulator=$!\n")}`;
  const ended = await runInShell(job, project);
  project.remove();
  expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
});
