import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addResource, nameIn, neighbour } from "../support/addedResource";
import {
  copyOfRepository,
  exitAndOutput,
  filesIn,
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
  await node(...generate.slice(0, 1), join("tools", "cli", "index.ts"));
});
afterAll(removeTemporaryFolders);

test("outdated generated files are noticed", () => {
  expect(stale).toMatch(
    /^exit code 1\nprovider\/resources\/index\.ts isn't current\. Run `npm run/,
  );
});

test("a resource of six files passes the tests of every resource, including the engine's", async () => {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  // These tests cover all defined resources, and name them. Other engine tests take too long to run
  // twice.
  const drawing = ["unit", "contract"].flatMap((tier) =>
    filesIn(join(copy, "tests", tier))
      .map((path) => join(copy, "tests", tier, path))
      .filter((path) => {
        const text = readFileSync(path, "utf8");
        const draws = /support\/(values\/kinds|faults\/)/.test(text);
        return draws && /\$(kind\.)?name\b|faultMatrix\(/.test(text);
      })
      .filter((path) => !path.endsWith("addedResource.test.ts")),
  );
  const others = ["engine/everyResource", "architecture/docs", "unit/cli/import/command"];
  const files = [...drawing, ...others.map((one) => join(copy, "tests", `${one}.test.ts`))];
  const tests = [name, "guides are short", "for one kind"].join("|");
  const selected = ["-t", tests, "--testPathIgnorePatterns=/node_modules/"];
  const args = [jest, "--maxWorkers=2", ...selected, "--runTestsByPath", ...files];
  const env = { ...process.env, RESOURCES: name };
  const { code, text } = await run(process.execPath, args, copy, env);
  expect(exitAndOutput({ code, text })).toMatch(/^exit code 0\n/);
  const [, passed] = /^Tests: .*?(\d+) passed/m.exec(text) ?? [];
  // A smaller number means that a test is missing. The number varies, because some tables are samples.
  expect(Number(passed)).toBeGreaterThanOrEqual(125);
});

test("knip finds a use of each of its files", () =>
  node(join(root, "node_modules", "knip", "bin", "knip.js"), "--no-progress"));

test("its types, its reference page and its permissions in the guides are generated", () => {
  const read = (...path: string[]) => readFileSync(join(copy, ...path), "utf8");
  expect(read("sdk", "generated.ts")).toContain(`interface ${name}Args`);
  expect(read("docs", "reference", `${name}.md`)).toContain("## Requests and permissions");
  expect(read("docs", "reference", "configuration.md")).toContain(`| ${name} | \`create:`);
});
