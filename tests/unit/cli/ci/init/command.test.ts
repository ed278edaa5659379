import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { type InitOptions, init } from "../../../../../cli/ci/init/command";
import type { ForgeName } from "../../../../../cli/ci/init/pipelines";
import { stacksNamed } from "../../../../support/pipelines/plans";
import { printedBy } from "../../../../support/pipelines/printed";
import { filesIn, removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

let folder: string;
const { PATH } = process.env;

beforeEach(() => {
  folder = temporaryFolder();
  git("init", "--quiet", "--initial-branch", "trunk");
  write("Pulumi.yaml", "name: test\nruntime: nodejs\n");
  write("package-lock.json", '{"packages":{"node_modules/pulumi-auth0-native":{}}}');
});
afterEach(() => {
  process.env.PATH = PATH;
});
afterAll(removeTemporaryFolders);

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const run = (forge: ForgeName = "github", options: Partial<InitOptions> = {}) =>
  printedBy(() => init(forge, { cwd: folder, ...options }));
const stacks = { stacks: "staging, production,", branch: "main" };
const paths = ["preview", "apply", "drift"].map((name) => `.github/workflows/${name}.yml`);
const [, apply = ""] = paths;
const pipelines = () => filesIn(folder, [".git"]).filter((path) => path.endsWith(".yml"));

test("the pipelines are written, and then up to date, with line ends of any system", async () => {
  const missing = paths.map((path) => `${path} is missing\n`).join("");
  expect(await run("github", { ...stacks, check: true })).toMatch(`exit code 2\n${missing}`);
  const written = paths.map((path) => `written: ${path}\n`).join("");
  expect(await run("github", stacks)).toMatch(`exit code 0\n${written}What they need`);
  expect(pipelines()).toEqual([...paths].sort());
  for (const path of paths) write(path, read(path).replaceAll("\n", "\r\n"));
  expect(await run()).toBe("exit code 0\nThe pipelines are up to date.");
  expect(await run("github", { check: true })).toContain("exit code 0\n");
});

describe("a file that differs", () => {
  beforeEach(async () => {
    await run("github", stacks);
    write(apply, read(apply).replace("minutes: 60", "minutes: 90"));
    rmSync(join(folder, ".github/workflows/drift.yml"));
  });
  const named = `${apply} differs from what this version writes\n.github/workflows/drift.yml is missing\n`;

  test.each([{}, { check: true }, { check: true, force: true }])(
    "is named and kept with %j, and no other file is written",
    async (options) => {
      expect(await run("github", options)).toMatch(`exit code 2\n${named}Nothing was written.`);
      expect(read(apply)).toContain("minutes: 90");
      expect(pipelines()).toHaveLength(2);
    },
  );

  test("is overwritten with --force", async () => {
    expect(await run("github", { force: true })).toMatch(/^exit code 0\nwritten: .*apply/);
    expect(read(apply)).toContain("minutes: 60");
    expect(await run("github", { check: true })).toMatch(/^exit code 0\n/);
  });
});

describe("the stacks and the branch", () => {
  const stacksIn = (path: string) => parse(read(path)).jobs.plan.strategy.matrix.stack;

  test("are those of the written files, unless the options name others", async () => {
    await run("github", { ...stacks, branch: "release/1" });
    await run("gitlab", { stacks: "a,b" });
    for (const path of paths) write(path, `${read(path)}# edited\n`);
    await run("github", { force: true });
    expect(stacksIn(apply)).toEqual(["staging", "production"]);
    expect(parse(read(apply)).on.push.branches).toEqual(["release/1"]);
    expect(await run("gitlab")).toContain("up to date");
    await run("github", { force: true, stacks: "apac", branch: "trunk" });
    expect(stacksIn(apply)).toEqual(["apac"]);
    expect(parse(read(apply)).on.push.branches).toEqual(["trunk"]);
  });

  test("are all stacks of the project, by their short names, and the branch that git names", async () => {
    const list = JSON.stringify([{ name: "null" }, { name: "acme/test/production" }]);
    write("bin/pulumi", `#!/bin/sh\n[ "$1" = version ] && echo v3.259.0 || echo '${list}'\n`);
    chmodSync(join(folder, "bin/pulumi"), 0o755);
    process.env.PATH = `${join(folder, "bin")}:${PATH}`;
    expect(await run()).toContain("\nThe default branch is trunk (the current branch); if it");
    expect(stacksIn(apply)).toEqual(["null", "production"]);
    expect(parse(read(apply)).on.push.branches).toEqual(["trunk"]);
    rmSync(join(folder, apply));
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/release/1");
    expect(await run("github", { force: true })).toContain(" release/1 (origin/HEAD); ");
    expect(parse(read(apply)).on.push.branches).toEqual(["release/1"]);
    expect(await run("gitlab")).not.toContain("branch");
  });

  test.each<[string, ForgeName, string]>([
    [",", "github", "there is no stack: make one with `pulumi stack init <name>`"],
    ["acme/prod", "github", '"acme/prod" cannot be used as the name of a stack'],
    ["a;b", "gitlab", '"a;b" cannot be used as the name of a stack'],
    ["merge", "github", "`pulumi-auth0-native drift merge` is another command"],
    ["Prod,prod", "github", "the stack prod is named twice"],
    [stacksNamed(257).join(), "github", "there are 257 stacks, and a matrix has at most 256 jobs"],
    [stacksNamed(201).join(), "gitlab", "there are 201 stacks, and a matrix has at most 200 jobs"],
  ])("are refused: %.20s on %s", async (names, forge, message) => {
    const ended = await run(forge, { stacks: names });
    expect(ended).toContain("exit code 1\n");
    expect(ended).toContain(message);
    expect(pipelines()).toEqual([]);
  });

  test.each(["a b", `"]`, "-a"])("are refused: the branch %j", async (branch) => {
    expect(await run("github", { ...stacks, branch })).toContain("cannot be the branch");
    expect(pipelines()).toEqual([]);
  });
});

describe("the packages", () => {
  test.each([
    ["package-lock.json", "", "npm ci --ignore-scripts"],
    ["pnpm-lock.yaml", "", "corepack pnpm install --frozen-lockfile --ignore-scripts"],
    [
      "yarn.lock",
      "# yarn lockfile v1\n",
      "corepack yarn install --frozen-lockfile --ignore-scripts",
    ],
    ["yarn.lock", "__metadata:\n", "corepack yarn install --immutable --mode=skip-build"],
  ])("of %s (%j) are installed by %s", async (file, start, install) => {
    rmSync(join(folder, "package-lock.json"));
    write(file, `${start}pulumi-auth0-native\n`);
    expect(await run("github", stacks)).not.toContain("install the package");
    for (const path of paths) expect(read(path)).toContain(`- run: ${install}\n`);
    await run("gitlab", stacks);
    expect(parse(read(".gitlab-ci.yml")).default.before_script).toEqual([install]);
  });

  test("of another language are installed, too", async () => {
    write("Pulumi.yaml", "name: test\nruntime:\n  name: python\n");
    await run("github", stacks);
    expect(read(apply).match(/- run: pulumi install --no-plugins\n/g)).toHaveLength(2);
  });

  test("have to contain this one", async () => {
    write("package-lock.json", "{}");
    expect(await run("github", stacks)).toContain(
      "package-lock.json does not contain pulumi-auth0-native: install the package (docs/reference/install.md",
    );
    rmSync(join(folder, "package-lock.json"));
    expect(await run("gitlab", stacks)).toContain("There is no lock file: install the package");
  });

  test.each([
    ["the runtime bun", "Pulumi.yaml", "name: test\nruntime: bun\n"],
    ["a lock file of Bun alone", "bun.lock", "pulumi-auth0-native"],
  ])("are not installed with Bun: %s gets advice instead of pipelines", async (_, file, text) => {
    if (file === "bun.lock") rmSync(join(folder, "package-lock.json"));
    write(file, text);
    expect(await run("github", stacks)).toContain("install with npm, pnpm, or Yarn. Set `runtime:");
    expect(pipelines()).toEqual([]);
  });
});

test("a folder without a program, or that is no root of a repository, is refused", async () => {
  rmSync(join(folder, ".git"), { recursive: true });
  expect(await run("github", stacks)).toContain("is not the root of a git repository");
  rmSync(join(folder, "Pulumi.yaml"));
  expect(await run("github", stacks)).toContain("is no Pulumi project");
});
