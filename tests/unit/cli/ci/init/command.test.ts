import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { type InitOptions, init } from "../../../../../cli/ci/init/command";
import type { ForgeName } from "../../../../../cli/ci/init/settings";
import { blockWith } from "../../../../support/guides";
import { printedBy } from "../../../../support/pipelines/printed";
import { filesIn, removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

let folder: string;
const { PATH } = process.env;

beforeEach(() => {
  folder = temporaryFolder();
  git("init", "--quiet", "--initial-branch", "trunk");
  write("Pulumi.yaml", "name: test\nruntime: nodejs\n");
  for (const stack of ["staging", "production", "apac", "emea", "null"]) addStack(stack);
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
const addStack = (name: string, path = ".") => write(`${path}/Pulumi.${name}.yaml`, "");
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const run = (forge: ForgeName = "github", options: Partial<InitOptions> = {}) =>
  printedBy(() => init(forge, { cwd: folder, ...options }));
const stacks = { stacks: "staging, production,", branch: "main" };
const paths = ["preview", "apply", "drift"].map((name) => `.github/workflows/${name}.yml`);
const [preview = "", apply = ""] = paths;
const settings = "pulumi-auth0-native.ci.yaml";
const pipelines = () => filesIn(folder, [".git"]).filter((path) => path.endsWith(".yml"));

test("the pipelines are written, and then up to date, with line ends of any system", async () => {
  const missing = [settings, ...paths].map((path) => `${path} is missing\n`).join("");
  expect(await run("github", { ...stacks, check: true })).toMatch(`exit code 2\n${missing}`);
  const written = [settings, ...paths].map((path) => `written: ${path}\n`).join("");
  expect(await run("github", stacks)).toMatch(
    `exit code 0\n${written}Next, create the environments`,
  );
  expect(pipelines()).toEqual([...paths].sort());
  expect(read(settings)).toMatch(
    /^# yaml-language-server: \$schema=\.\/node_modules\/pulumi-auth0-/,
  );
  for (const path of [settings, ...paths]) write(path, read(path).replaceAll("\n", "\r\n"));
  expect(await run()).toBe("exit code 0\nThe pipelines are up to date.");
  expect(await run("github", { check: true })).toContain("exit code 0\n");
});

test("a file that the command wrote is overwritten, and --check reports it", async () => {
  await run("github", stacks);
  write(apply, read(apply).replace("minutes: 60", "minutes: 90"));
  rmSync(join(folder, ".github/workflows/drift.yml"));
  expect(await run("github", { check: true, force: true })).toMatch(
    `exit code 2\n${apply} differs from what this version writes\n.github/workflows/drift.yml is missing\nNothing was written.`,
  );
  expect(await run()).toMatch(/^exit code 0\nwritten: .*apply/);
  expect(read(apply)).toContain("minutes: 60");
  expect(await run("github", { check: true })).toMatch(/^exit code 0\n/);
});

test.each([
  ["of somebody else", "name: apply\n", "differs from"],
  [
    "of a version without settings",
    "# Written by `npx pulumi-auth0-native ci init github`. After an update, run it again.\n",
    "differs from",
  ],
  [
    "of another program of the same name",
    "# Written by `npx pulumi-auth0-native ci init github` from eu/pulumi-auth0-native.ci.yaml. Change that file.\n",
    "differs from",
  ],
])("a file %s is only overwritten with --force", async (_, text, state) => {
  write(apply, text);
  const ended = await run("github", stacks);
  expect(ended).toContain("exit code 2\n");
  expect(ended).toContain(`${apply} ${state}`);
  expect([read(apply), pipelines()]).toEqual([text, [apply]]);
  expect(await run("github", { ...stacks, force: true })).toContain("exit code 0\n");
  expect(read(apply)).toContain("jobs:");
});

describe("the stacks and the branch", () => {
  const stacksIn = (path: string) => parse(read(path)).jobs.plan.strategy.matrix.stack;

  test("come from the settings, which the options complete", async () => {
    write(settings, "# ours\nschedule: 0 3 * * *");
    await run("github", { ...stacks, branch: "release/1" });
    expect(read(settings)).toBe(
      '# ours\nschedule: 0 3 * * *\nbranch: "release/1"\nstacks:\n  - "staging"\n  - "production"\n',
    );
    write(settings, "stacks: [apac]\nbranch: trunk\n");
    await run();
    expect(stacksIn(apply)).toEqual(["apac"]);
    expect(parse(read(apply)).on.push.branches).toEqual(["trunk"]);
    write(settings, "waves: [[apac], [emea]]\nbranch: trunk\n");
    await run();
    expect(parse(read(apply)).jobs["plan-2"].strategy.matrix.stack).toEqual(["emea"]);
    expect(parse(read(preview)).jobs.preview.strategy.matrix.stack).toEqual(["apac", "emea"]);
    expect(read(settings)).not.toContain("stacks");
    write(settings, "stacks: [apac]\nbranch: trunk\n");
    await run();
    expect(await run("github", { stacks: "apac" })).toContain("up to date");
    expect(await run("github", stacks)).toContain(
      `--stacks differs from \`stacks\` in ${settings}. Change the file, and leave out --stacks.`,
    );
  });

  test("are all stacks of the project, by their short names, and the branch that git names", async () => {
    const list = JSON.stringify([{ name: "null" }, { name: "acme/test/production" }]);
    write("bin/pulumi", `#!/bin/sh\n[ "$1" = version ] && echo v3.259.0 || echo '${list}'\n`);
    chmodSync(join(folder, "bin/pulumi"), 0o755);
    process.env.PATH = `${join(folder, "bin")}:${PATH}`;
    expect(await run()).toContain("\nThe default branch is trunk (the current branch). If that");
    expect(stacksIn(apply)).toEqual(["null", "production"]);
    expect(parse(read(apply)).on.push.branches).toEqual(["trunk"]);
    rmSync(join(folder, settings));
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/release/1");
    expect(await run()).toContain(" release/1 (origin/HEAD). ");
    expect(parse(read(apply)).on.push.branches).toEqual(["release/1"]);
    expect(await run("gitlab")).not.toContain("branch");
  });

  test.each<[string, ForgeName, string]>([
    [",", "github", "There's no stack. Create one with `pulumi stack init <name>`"],
    ["acme/prod", "github", `"acme/prod" isn't a short stack name`],
    ["a;b", "gitlab", `"a;b" isn't a short stack name`],
    ["Prod,prod", "github", "The stack prod is listed twice"],
  ])("are rejected: %.20s on %s", async (names, forge, message) => {
    const ended = await run(forge, { stacks: names });
    expect(ended).toContain("exit code 1\n");
    expect(ended).toContain(message);
    expect(pipelines()).toEqual([]);
  });

  test.each(["a b", `"]`, "-a"])("are rejected: the branch %j", async (branch) => {
    expect(await run("github", { ...stacks, branch })).toContain("branch must be a branch name");
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
    expect(parse(read(".gitlab-ci.yml"))[".job"].before_script).toEqual([install]);
  });

  test("of another language are installed, too", async () => {
    write("Pulumi.yaml", "name: test\nruntime:\n  name: python\n");
    await run("github", stacks);
    expect(read(apply).match(/- run: pulumi install --no-plugins\n/g)).toHaveLength(2);
    write(settings, "stacks: [staging]\nnode: 22\n");
    expect(await run("gitlab")).toContain(
      `${settings}: on GitLab, node works only for programs in Node.js`,
    );
  });

  test("have to contain this one", async () => {
    write("package-lock.json", "{}");
    expect(await run("github", stacks)).toContain(
      "package-lock.json doesn't contain pulumi-auth0-native. To fix this, install the package, and commit package.json and the lock file. See https://github.com/",
    );
    rmSync(join(folder, "package-lock.json"));
    expect(await run("gitlab", stacks)).toContain(
      "There's no lock file. To fix this, install the package",
    );
  });

  test("are not installed with Bun, whose programs get advice instead of pipelines", async () => {
    write("Pulumi.yaml", "name: test\nruntime: bun\n");
    expect(await run("github", stacks)).toContain("install with npm, pnpm, or Yarn. Set `runtime:");
    expect(pipelines()).toEqual([]);
  });
});

describe("the settings", () => {
  test("of the page work with its action and its hidden job", async () => {
    const page = "docs/reference/ci-settings.md";
    const example = blockWith(page, "yaml", "stacks:");
    write(settings, example);
    write(".github/actions/login/action.yml", blockWith(page, "yaml", "composite"));
    expect(await run()).toContain("exit code 0\n");
    write(
      settings,
      example.replace(/schedule.*\n/, "").replace("./.github/actions/login", ".login"),
    );
    write(".gitlab/setup.yml", blockWith(page, "yaml", "id_tokens"));
    expect(await run("gitlab")).toContain("exit code 0\n");
  });

  test.each<[string, ForgeName, string]>([
    ["runer: [linux]", "github", "runer is not a property. Did you mean runner?"],
    ["schedule: daily", "github", "schedule must have cron's five fields"],
    ["watch: ['a b']", "github", "watch[0] must be a path or a glob"],
    ["watch: ['**.js']", "github", "watch[0] must be a path or a glob"],
    ["watch: [../../libs/]", "github", "watch[0] must be a path or a glob"],
    ["setup: .login", "github", "setup must be an action's path, such as ./.github/actions/login."],
    ["setup: ./login", "gitlab", "setup must be a hidden job's name, such as .login."],
    ["setup: ./login", "github", "setup needs ./login, which this repository doesn't contain."],
    [
      "setup: .login",
      "gitlab",
      "setup needs .gitlab/setup.yml, which this repository doesn't contain.",
    ],
    ["schedule: 0 3 * * *", "gitlab", "schedule works only on GitHub. Remove it."],
    ["node: 18", "github", "node must be at least 20"],
    ["permissions: [packages]", "github", "permissions[0] must be a permission and a level"],
    ["permissions: []", "gitlab", "permissions works only on GitHub."],
    ["secrets: [A]", "gitlab", "secrets works only on GitHub."],
    [
      "stacks: [prodution]",
      "github",
      "the stack prodution has no Pulumi.prodution.yaml. Did you mean production? If the name",
    ],
    ["stacks: [eu]", "gitlab", "the stack eu has no Pulumi.eu.yaml. If the name is right, create"],
    ["secrets: [A, A]", "github", "secrets must"],
    [
      "secrets: [A, STACK]",
      "github",
      "secrets contains STACK, which the pipelines set themselves.",
    ],
    ["secrets: [AUTH0_CLIENT_SECRET]", "github", "secrets contains AUTH0_CLIENT_SECRET, which"],
    ["waves: [[]]", "github", "waves[0] must"],
    ["stacks: [eu, us]\nwaves: [[eu]]", "github", "waves must list each stack once"],
  ])("are refused: %.40s on %s", async (text, forge, message) => {
    write(settings, text.includes("stacks") ? text : `stacks: [staging]\n${text}\n`);
    const ended = await run(forge);
    expect(ended).toContain("exit code 1\n");
    expect(ended).toContain(`error: ${settings}: ${message}`);
  });
});

describe("a program in a folder", () => {
  const options = () => ({ ...stacks, cwd: join(folder, "infra/auth0") });
  const project = (name: string, path = "infra/auth0") => {
    write(`${path}/Pulumi.yaml`, `name: ${name}\nruntime: nodejs\nstackConfigDir: stacks\n`);
    for (const stack of ["staging", "production", "eu", "eu-Production"]) {
      addStack(stack, `${path}/stacks`);
    }
  };
  beforeEach(() => project("tenants"));

  test("gets pipelines at the root, and settings beside it", async () => {
    await run("github", options());
    const files = filesIn(folder, [".git", "stacks"]);
    expect(files.filter((path) => path.includes("auth0"))).toEqual([
      "infra/auth0/Pulumi.yaml",
      `infra/auth0/${settings}`,
    ]);
    expect(read(`infra/auth0/${settings}`)).toContain("$schema=../../node_modules/");
    expect(pipelines()).toEqual(
      ["apply", "drift", "preview"].map((name) => `.github/workflows/tenants-${name}.yml`),
    );
    expect(await run("github", { ...options(), check: true })).toContain("exit code 0\n");
  });

  test("leaves the pipelines of another program", async () => {
    await run("github", stacks);
    await run("github", options());
    expect(pipelines()).toHaveLength(6);
    expect(await run("github", { check: true })).toContain("exit code 0\n");
  });

  test.each([
    ["Tenants", "eu", "infra/auth0 and eu have projects with the same name. Uppercase"],
    ["tenants-eu", "production", "The environment tenants-eu-production-preview would belong to"],
  ])("rejects the program %s with the stack %s beside it", async (name, stack, message) => {
    await run("github", { ...options(), stacks: "eu-Production" });
    project(name, "eu");
    const beside = { stacks: stack, branch: "main", cwd: join(folder, "eu") };
    expect(await run("github", beside)).toContain(`exit code 1\nerror: ${message}`);
    const environments = { preview: "p", apply: "a", drift: "d" };
    for (const path of ["eu", "infra/auth0"]) {
      const text = JSON.stringify({ environments, stacks: [stack], branch: "main" });
      write(`${path}/${settings}`, text);
    }
    const isLabel = name === "Tenants";
    expect(await run("github", beside)).toContain(`exit code ${isLabel ? 1 : 0}\n`);
  });

  test("is included by .gitlab-ci.yml, which is written once", async () => {
    const includes = "include:\n  - local: .gitlab/tenants.yml\n";
    expect(await run("gitlab", options())).toContain("written: .gitlab-ci.yml");
    expect(read(".gitlab-ci.yml")).toContain(includes);
    write(".gitlab-ci.yml", "test:\n  script: [make test]\n");
    for (const [check, code] of [
      [false, 0],
      [true, 2],
    ] as const) {
      const ended = await run("gitlab", { ...options(), check });
      expect(ended).toContain(
        `exit code ${code}\n.gitlab-ci.yml doesn't include .gitlab/tenants.yml`,
      );
      expect(ended).toContain(includes);
    }
    expect(read(".gitlab-ci.yml")).toBe("test:\n  script: [make test]\n");
    write(".gitlab-ci.yml", "include: .gitlab/*.yml\n");
    expect(await run("gitlab", { ...options(), check: true })).toContain("exit code 0\n");
  });

  test.each([
    ["pnpm-lock.yaml", "", "corepack pnpm install --frozen-lockfile --ignore-scripts", "./"],
    ["infra/package-lock.json", "infra", "npm ci --ignore-scripts", "../"],
  ])("is installed where the lock file is: %s", async (file, where, install, modules) => {
    rmSync(join(folder, "package-lock.json"));
    write(file, "pulumi-auth0-native");
    await run("github", options());
    const { steps } = parse(read(".github/workflows/tenants-apply.yml")).jobs.plan;
    expect(steps).toContainEqual({ run: install, "working-directory": where || "." });
    expect(read(`infra/auth0/${settings}`)).toContain(`$schema=${modules}node_modules/`);
    await run("gitlab", options());
    expect(parse(read(".gitlab/tenants.yml"))[".tenants-job"].before_script).toEqual(
      where === "" ? [install, "cd infra/auth0"] : ["cd infra", install, "cd auth0"],
    );
  });

  test("is rejected in no repository", async () => {
    rmSync(join(folder, ".git"), { recursive: true });
    expect(await run("github", options())).toContain("isn't in a git repository");
  });

  test.each([
    ["a folder", "infra/my auth0", "tenants", "The pipelines can't use the folder infra/my auth0."],
    ["a project", "infra/auth0", "a".repeat(39), "The pipelines can't use the project's name"],
  ])("is rejected for the name of %s", async (_, path, name, message) => {
    project(name, path);
    expect(await run("github", { ...stacks, cwd: join(folder, path) })).toContain(message);
  });
});

test("a folder without a program is rejected", async () => {
  rmSync(join(folder, "Pulumi.yaml"));
  expect(await run("github", stacks)).toContain("isn't a Pulumi project");
});
