import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  addResource,
  collectionIn,
  nameIn,
  neighbour,
  neighbourByPages,
  placesOf,
} from "../support/addedResource";
import { openApiOf } from "../support/openApi";
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

// Resources that only the tests have, added to a copy as CONTRIBUTING says. The tests that draw from the
// definitions then test them like any other, by both adapters.

const added = [neighbour, neighbourByPages];
const name = nameIn(neighbour);
const newResource = [...generate.slice(0, 1), join("tools", "newResource", "index.ts")];
let copy: string;
let drafts: string;
let stale: string;

const node = (...args: string[]) => mustRun(process.execPath, args, copy);

beforeAll(async () => {
  copy = copyOfRepository();
  const contract = JSON.parse(readFileSync(join(neighbour, "contract.json"), "utf8"));
  writeFileSync(join(copy, "oas.json"), JSON.stringify(openApiOf(contract)));
  drafts = (await node(...newResource, collectionIn(neighbour), "oas=oas.json")).stdout;
  for (const folder of added) addResource(folder, copy);
  stale = exitAndOutput(await run(process.execPath, [...generate, "--check"], copy));
  await node(...generate);
  await node(tsc, "-p", "tsconfig.json");
  await node(...generate.slice(0, 1), join("tools", "plugin", "index.ts"));
  await node(...generate.slice(0, 1), join("tools", "cli", "index.ts"));
});
afterAll(removeTemporaryFolders);

test("a new resource's drafts have the same paths as its final files", () => {
  const written = [...drafts.matchAll(/^ {2}(\S+\.\w+)$/gm)].map(([, path]) => path);
  const lookups = [`get${name}`, `get${name}s`].map(
    (lookup) => `examples/reference/${lookup}/Pulumi.yaml`,
  );
  expect(written.sort()).toEqual(
    ["schema.json", ...Object.values(placesOf(neighbour)), ...lookups].sort(),
  );
});

test("a collection that cannot be drafted leaves no file and is named with the reasons", async () => {
  const path = join(copy, "emulator", "src", "contract", "event-streams.json");
  const union = JSON.stringify(openApiOf(JSON.parse(readFileSync(path, "utf8"))));
  writeFileSync(join(copy, "union.json"), union.replaceAll("/event-streams", "/unions"));
  const before = filesIn(copy, ["node_modules"]);
  const args = [...newResource, "unions", "oas=union.json"];
  const output = exitAndOutput(await run(process.execPath, args, copy));
  expect(output).toMatch(/^exit code 1\nNothing was written.*\n {2}.*POST \/unions/);
  expect(filesIn(copy, ["node_modules"])).toEqual(before);
});

test("outdated generated files are noticed", () => {
  expect(stale).toMatch(
    /^exit code 1\nprovider\/resources\/index\.ts isn't current\. Run `npm run/,
  );
});

test("resources of six files pass the tests of every resource, including the engine's", async () => {
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
  const names = added.map(nameIn);
  const tests = [...names, "guides are short", "for one kind"].join("|");
  const selected = ["-t", tests, "--testPathIgnorePatterns=/node_modules/"];
  const args = [jest, "--maxWorkers=2", ...selected, "--runTestsByPath", ...files];
  const env = { ...process.env, RESOURCES: names.join(",") };
  const { code, text } = await run(process.execPath, args, copy, env);
  expect(exitAndOutput({ code, text })).toMatch(/^exit code 0\n/);
  const [, passed] = /^Tests: .*?(\d+) passed/m.exec(text) ?? [];
  // A smaller number means that a test is missing. The number varies, because some tables are samples.
  expect(Number(passed)).toBeGreaterThanOrEqual(250);
});

test("knip finds a use of each of their files", () =>
  node(join(root, "node_modules", "knip", "bin", "knip.js"), "--no-progress"));

test("its types, its reference page and its permissions in the guides are generated", () => {
  const read = (...path: string[]) => readFileSync(join(copy, ...path), "utf8");
  expect(read("sdk", "generated.ts")).toContain(`interface ${name}Args`);
  expect(read("docs", "reference", `${name}.md`)).toContain("## Requests and permissions");
  expect(read("docs", "_index.md")).not.toContain("AccessProfile");
  expect(read("docs", "reference", "configuration.md")).toContain(`| ${name} | \`create:`);
});
