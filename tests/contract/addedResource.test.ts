import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addResource, nameIn, neighbour } from "../support/addedResource";
import {
  copyOfRepository,
  exitAndOutput,
  generate,
  mustRun,
  removeTemporaryFolders,
  root,
  run,
  tsc,
} from "../support/project";

// A resource that only the tests have, added to a copy as CONTRIBUTING says. The tests that draw from the
// definitions then test it like any other, by both adapters.

const name = nameIn(neighbour);
let copy: string;
let stale: string;

const node = (...args: string[]) => mustRun(process.execPath, args, copy);

beforeAll(async () => {
  copy = copyOfRepository();
  addResource(neighbour, copy);
  stale = exitAndOutput(await run(process.execPath, [...generate, "--check"], copy));
  await node(...generate);
  await node(tsc, "-p", "tsconfig.json");
  await node(...generate.slice(0, 1), join("tools", "plugin", "index.ts"));
});
afterAll(removeTemporaryFolders);

test("files that were not generated anew are noticed", () => {
  expect(stale).toMatch(
    /^exit code 1\nprovider\/resources\/index\.ts is not current: run `npm run/,
  );
});

test("a resource of six files is tested like every other, and passes", async () => {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  // Those that draw their resources from the definitions. Engine tests take too long to run twice.
  const related = ["--findRelatedTests", "tests/support/values/kinds.ts"];
  const others = ["--testPathIgnorePatterns", "/engine/", "/package/", "addedResource"];
  const args = [jest, "--maxWorkers=2", "-t", name, ...related, ...others];
  const { code, text } = await run(process.execPath, args, copy);
  expect(exitAndOutput({ code, text })).toMatch(/^exit code 0\n/);
  const [, passed] = /^Tests: .*?(\d+) passed/m.exec(text) ?? [];
  // Fewer: a table of tests has lost it.
  expect(Number(passed)).toBeGreaterThanOrEqual(200);
});

test("its types, its reference page and its permissions in the guides are generated", () => {
  const read = (...path: string[]) => readFileSync(join(copy, ...path), "utf8");
  expect(read("sdk", "generated.ts")).toContain(`interface ${name}Args`);
  expect(read("docs", `${name}.md`)).toContain("## Requests and permissions");
  expect(read("docs", "configuration.md")).toContain(`| ${name} | \`create:`);
});
