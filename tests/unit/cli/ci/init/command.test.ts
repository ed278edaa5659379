import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type InitOptions, init } from "../../../../../cli/ci/init/command";
import { writeRepositoryFiles } from "../../../../../cli/ci/init/repositoryFiles";
import { settingsOf } from "../../../../../cli/ci/init/settings";
import type { Confirm } from "../../../../../cli/shared/confirm";
import { packageVersion } from "../../../../../provider/schema/packageSchema";
import { stacksNamed } from "../../../../support/pipelines/plans";
import {
  filesIn,
  removeTemporaryFolders,
  root,
  temporaryFolder,
} from "../../../../support/project";

let folder: string;
let printed: string[];
const environment = { ...process.env };

beforeEach(() => {
  folder = temporaryFolder();
  git("init", "--quiet", "--initial-branch", "trunk");
  write("Pulumi.yaml", "name: test\nruntime: nodejs\n");
  printed = [];
  for (const stream of ["log", "error"] as const) {
    jest.spyOn(console, stream).mockImplementation((text) => void printed.push(String(text)));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...environment };
});
afterAll(removeTemporaryFolders);

/** Puts a CLI on PATH that lists these stacks, as the engine tests' real one does. */
function listStacks(...names: string[]) {
  const list = JSON.stringify(names.map((name) => ({ name, current: false })));
  mkdirSync(join(folder, "bin"), { recursive: true });
  write("bin/pulumi", `#!/bin/sh\n[ "$1" = version ] && echo v3.259.0 || echo '${list}'\n`);
  chmodSync(join(folder, "bin/pulumi"), 0o755);
  process.env.PATH = `${join(folder, "bin")}:${environment.PATH}`;
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });

/** The folder of a repository whose default branch has a commit. */
function remoteWith(branch: string): string {
  const remote = temporaryFolder();
  const inRemote = (...args: string[]) => execFileSync("git", args, { cwd: remote });
  inRemote("init", "--quiet", "--initial-branch", branch);
  inRemote("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a");
  return remote;
}

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const pipelines = () => filesIn(folder, [".git"]).filter((path) => path.endsWith(".yml"));
const output = () => printed.splice(0).join("\n");

const run = (options: Partial<InitOptions> = {}, confirm?: Confirm) =>
  init({ cwd: folder, ...options }, confirm);
const github = { forge: "github", stacks: "staging,production" } as const;
const workflows = ["apply", "drift", "preview"].map((name) => `.github/workflows/${name}.yml`);
const [applyFile = ""] = workflows;

describe("init", () => {
  test("writes the workflows, says what to do, and then has nothing to write", async () => {
    expect(await run(github)).toBe(0);
    expect(pipelines()).toEqual(workflows);
    expect(output()).toContain("What to do on GitHub:");
    const written = workflows.map(read);

    expect(await run()).toBe(0);
    const again = output();
    expect(again).toContain("The pipelines are up to date. What they need is in docs/pipelines.md");
    expect(again).not.toContain("What to do");
    expect(workflows.map(read)).toEqual(written);
  });

  test("has nothing to write in examples/gitops, for both forges", async () => {
    const paths = [...workflows, ".gitlab-ci.yml"];
    mkdirSync(join(folder, ".github/workflows"), { recursive: true });
    for (const path of paths) copyFileSync(join(root, "examples/gitops", path), join(folder, path));
    const { stacks } = settingsOf(read(applyFile)) ?? {};
    expect(stacks).toEqual(["staging", "production"]);
    expect([await run(), output()]).toEqual([
      0,
      expect.stringMatching(/of GitHub apply .* main\..*of GitLab apply .* main\..*up to date\./s),
    ]);
  });

  test("without a forge needs files that it has written", async () => {
    await expect(run()).rejects.toThrow("no pipelines were written here yet: name the forge");
  });

  test("keeps the forge, the stacks and the branch of the written files", async () => {
    await run({ ...github, branch: "release" });
    await run({ forge: "gitlab", stacks: "a" });
    write(applyFile, read(applyFile).replace(/"digest":"\w+"/, '"digest":"0"'));
    expect(await run({ yes: true })).toBe(0);
    expect(read(applyFile)).toContain('branches: ["release"]');
    expect(read(applyFile)).toContain('- "production"');
    expect(await run({ check: true })).toBe(0);
  });

  test("takes the branch of the remote that the clone knows, and names it", async () => {
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/rel/+1");
    await run(github);
    expect(read(applyFile)).toContain('branches: ["rel/\\\\+1"]');
    expect(output()).toContain("GitHub apply what is pushed to the branch rel/+1.");
  });

  test("asks the remote for its branch in a clone that was empty", async () => {
    git("remote", "add", "origin", remoteWith("trunk"));
    git("switch", "--quiet", "--create", "first-policy");
    await run(github);
    expect(read(applyFile)).toContain('branches: ["trunk"]');
  });

  test("asks a remote without a prompt", async () => {
    git("remote", "add", "origin", "ssh://git@forge.example/team.git");
    const ssh = 'echo "$@" "$GIT_TERMINAL_PROMPT" >asked; false';
    write("ssh", `#!/bin/sh\n${ssh}\n`);
    chmodSync(join(folder, "ssh"), 0o755);
    process.env.GIT_SSH_COMMAND = join(folder, "ssh");
    await expect(run(github)).rejects.toThrow("the default branch cannot be determined");
    expect(read("asked")).toMatch(/^-oBatchMode=yes .*forge\.example.* 0\n$/);
  });

  test("without a remote takes the only branch, and does not guess among several", async () => {
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a");
    await run(github);
    expect(read(applyFile)).toContain('branches: ["trunk"]');
    git("switch", "--quiet", "--create", "first-policy");
    await expect(run({ forge: "gitlab", stacks: "a" })).rejects.toThrow(
      /^the default branch cannot be determined: .*pass it with --branch$/,
    );
  });

  test.each([1, 20, 45])("writes pipelines for %d stacks of both forges", async (count) => {
    for (const forge of ["github", "gitlab"] as const) {
      expect(await run({ forge, stacks: stacksNamed(count).join() })).toBe(0);
    }
    expect(pipelines()).toEqual([...workflows, ".gitlab-ci.yml"].sort());
    expect(await run({ check: true })).toBe(0);
  });

  test.each([
    ["github", "the environments <stack>-drift"],
    ["gitlab", "the variables of <stack>/drift"],
  ] as const)("says on %s what the 21st stack leaves unused, once", async (forge, unused) => {
    const noLonger = `The drift check no longer uses ${unused}: delete them, once`;
    for (const [count, says] of [
      [20, false],
      [21, true],
      [22, false],
    ] as const) {
      await run({ forge, stacks: stacksNamed(count).join(), yes: true });
      expect(output().includes(noLonger)).toBe(says);
    }
  });

  test("writes only the drift check for 300 stacks, and says why", async () => {
    expect(await run({ ...github, stacks: stacksNamed(300).join() })).toBe(0);
    expect(pipelines()).toEqual([".github/workflows/drift.yml"]);
    expect(output()).toContain(
      "GitHub runs at most 256 jobs of a matrix, and there are 300 stacks",
    );
    expect(await run({ check: true })).toBe(0);
  });

  test("writes for all stacks of the project, by their short names", async () => {
    listStacks("null", "acme/test/production");
    expect(await run({ forge: "github" })).toBe(0);
    expect(read(applyFile)).toContain('"stacks":["null","production"],"all":true');

    listStacks();
    await expect(run({ forge: "github" })).rejects.toThrow(
      "there is no stack: make one with `pulumi stack init <name>`",
    );
  });

  test("writes other pipelines for a program in another language", async () => {
    await run(github);
    write("Pulumi.yaml", "name: test\nruntime:\n  name: python\n");
    expect(await run({ check: true })).toBe(2);
    expect(await run({ yes: true })).toBe(0);
    expect(read(applyFile)).toContain("- run: pulumi install --no-plugins\n");
  });

  test("asks for a package-lock.json that contains the package", async () => {
    const missing = "There is no package-lock.json";
    await run(github);
    const advice = output();
    expect(advice).toContain(missing);
    expect(advice).toContain(
      "install the package (docs/install.md of pulumi-auth0-native), and commit",
    );
    expect(advice).not.toContain("npm install");
    write("package-lock.json", '{"packages":{}}');
    await run({ stacks: "a", yes: true });
    expect(output()).toContain("package-lock.json does not contain pulumi-auth0-native");
    write("package-lock.json", '{"packages":{"node_modules/pulumi-auth0-native":{}}}');
    await run({ stacks: "b", yes: true });
    expect(output()).not.toContain("package-lock.json");
  });
});

describe("an existing file that differs", () => {
  const edit = () => write(applyFile, read(applyFile).replace("minutes: 60", "minutes: 90"));

  test("is shown and kept without a terminal, and no other file is written", async () => {
    await run(github);
    edit();
    execFileSync("rm", [".github/workflows/drift.yml"], { cwd: folder });
    const before = read(applyFile);
    output();
    expect(await run()).toBe(2);
    const text = output();
    expect(text).toContain("-    timeout-minutes: 90\n+    timeout-minutes: 60");
    expect(text).toContain(`${applyFile} was edited since this command wrote it`);
    expect(text).toContain("nothing was written: run this command on a terminal, or pass --yes");
    expect(read(applyFile)).toBe(before);
    expect(existsSync(join(folder, ".github/workflows/drift.yml"))).toBe(false);
  });

  test.each([
    [true, 0],
    [false, 2],
  ])("is overwritten if the answer is %j", async (answer, code) => {
    await run(github);
    const before = read(applyFile);
    edit();
    const questions: string[] = [];
    const confirm = async (question: string) => {
      questions.push(question);
      return answer;
    };
    expect(await run({}, confirm)).toBe(code);
    expect(questions).toEqual(["Overwrite what the difference shows?"]);
    expect(read(applyFile) === before).toBe(answer);
  });

  test("is overwritten with --yes after it was shown", async () => {
    await run(github);
    edit();
    expect(await run({ yes: true })).toBe(0);
    expect(output()).toContain("-    timeout-minutes: 90");
    expect(read(applyFile)).toContain("timeout-minutes: 60");
  });

  test("that people wrote is named as such, and shown without commands for GitHub's runner", async () => {
    write(".gitlab-ci.yml", "::set-output name=a::b\n##[error]c\n\u001b[2J\n");
    expect(await run({ forge: "gitlab", stacks: "a" })).toBe(2);
    const text = output();
    expect(text).toContain(".gitlab-ci.yml was not written by this command");
    expect(text).not.toMatch(/^\s*::|^\s*##\[/m);
    expect(text).not.toContain("\u001b");
    expect(read(".gitlab-ci.yml")).toContain("::set-output");
  });

  test("is shown if it contains a NUL, and if git is told that its kind is binary", async () => {
    write("attributes", "*.yml -diff\n");
    write("gitconfig", `[core]\n\tattributesFile = ${join(folder, "attributes")}\n`);
    process.env.GIT_CONFIG_GLOBAL = join(folder, "gitconfig");
    write(".gitlab-ci.yml", "own: text\u0000\n");
    expect(await run({ forge: "gitlab", stacks: "a" })).toBe(2);
    expect(output()).toContain("\n-own: text\\u0000\n");
  });

  test("only by its line ends is left alone", async () => {
    await run(github);
    for (const path of workflows) write(path, read(path).replaceAll("\n", "\r\n"));
    output();
    expect(await run()).toBe(0);
    expect(output()).toContain("The pipelines are up to date.");
    expect(read(applyFile)).toContain("\r\n");
    expect(await run({ check: true })).toBe(0);
  });

  test("only by the version that wrote it is left alone", async () => {
    await run(github);
    const old = read(applyFile).replace(/"version":".*?"/, '"version":"0.0.9"');
    write(applyFile, old);
    expect(await run()).toBe(0);
    expect(read(applyFile)).toBe(old);
  });

  test("is kept without git, which would show the difference", async () => {
    await run(github);
    edit();
    const before = read(applyFile);
    process.env.PATH = temporaryFolder();
    expect(await run({ yes: true })).toBe(2);
    expect(output()).toContain("git is not installed, so the difference of these files cannot");
    expect(read(applyFile)).toBe(before);
  });
});

describe("init --check", () => {
  test("accepts edited files, and starts neither Pulumi nor a request", async () => {
    await run(github);
    write(applyFile, read(applyFile).replace("    steps:\n", "    steps:\n      - run: login\n"));
    const bin = temporaryFolder();
    symlinkSync(execFileSync("which", ["git"]).toString().trim(), join(bin, "git"));
    process.env.PATH = bin;
    output();
    expect(await run({ check: true })).toBe(0);
    expect(output().split("\n")).toEqual([
      `${applyFile} was edited since it was written; it is based on what version ${packageVersion} writes`,
      "The pipelines are up to date.",
    ]);
  });

  test("ends with 2 at a file that another version wrote otherwise, is missing, or is of people", async () => {
    expect(await run({ check: true })).toBe(2);
    expect(output()).toMatch(/^No pipelines were written .* `npx auth0-native ci init github` or /);
    await run(github);
    output();
    write(applyFile, read(applyFile).replace(/"digest":"\w+"/, '"digest":"0123"'));
    execFileSync("rm", [".github/workflows/drift.yml"], { cwd: folder });
    write(".github/workflows/preview.yml", "name: preview\n");
    const before = read(applyFile);
    expect(await run({ check: true })).toBe(2);
    const lines = output();
    expect(lines).toContain(`${applyFile} is not based on what version ${packageVersion} writes`);
    expect(lines).toContain(".github/workflows/drift.yml is missing");
    expect(lines).toContain(".github/workflows/preview.yml was not written by this command");
    expect(read(applyFile)).toBe(before);
  });

  test.each<[Partial<InitOptions>, string]>([
    [{ forge: "gitlab" }, "there are no pipelines for GitLab that this command has written"],
    [{ stacks: "a" }, "the files are for the stacks staging, production"],
    [{ branch: "release" }, "the files are for the branch trunk"],
  ])("says that nothing was written with %j", async (options, told) => {
    await run(github);
    output();
    expect([await run({ ...options, check: true }), output()]).toEqual([
      2,
      `${told}\nRun the same command without --check to update them.`,
    ]);
  });

  test("accepts the options that the files were written with", async () => {
    await run(github);
    const options = { forge: "github", stacks: "production,staging", branch: "trunk" } as const;
    expect(await run({ ...options, check: true })).toBe(0);
  });
});

describe("files of jobs that 300 stacks cannot have", () => {
  const driftFile = ".github/workflows/drift.yml";
  const grown = { ...github, stacks: stacksNamed(300).join() };

  test("are kept if nobody agrees", async () => {
    await run({ ...github, stacks: stacksNamed(20).join() });
    const before = workflows.map(read);
    expect(await run(grown)).toBe(2);
    expect(workflows.map(read)).toEqual(before);
  });

  test("are shown, deleted, and not written again", async () => {
    await run({ ...github, stacks: stacksNamed(20).join() });
    output();
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) > 0;
    expect(await run(grown, confirm)).toBe(0);
    expect(questions).toEqual(["Overwrite and delete what the difference shows?"]);
    const text = output();
    expect(text).toContain("deleted file mode");
    expect(text).toContain(`deleted: ${applyFile}\n`);
    expect(text).toContain("not edited since; it is deleted, since it would run for the stacks of");
    expect(pipelines()).toEqual([driftFile]);

    expect(await run({ check: true })).toBe(0);
    expect(await run({ yes: true })).toBe(0);
    expect(settingsOf(read(driftFile))?.stacks).toHaveLength(300);
  });

  test("are kept if people wrote them", async () => {
    mkdirSync(join(folder, ".github/workflows"), { recursive: true });
    write(applyFile, "name: apply\n");
    expect(await run({ ...grown, yes: true })).toBe(0);
    expect(read(applyFile)).toBe("name: apply\n");
    expect(await run({ check: true })).toBe(0);
  });
});

describe("written files that disagree", () => {
  const previewFile = ".github/workflows/preview.yml";

  /** Writes the pipelines again, with the exception of one file. */
  async function rewriteAllBut(path: string, options: Partial<InitOptions>) {
    const before = read(path);
    expect(await run({ ...github, yes: true, ...options })).toBe(0);
    write(path, before);
    output();
  }

  test("in their stacks are named, and none of them is taken for right", async () => {
    await run(github);
    await rewriteAllBut(previewFile, { stacks: stacksNamed(8).join() });
    const before = workflows.map(read);
    const told = [
      `the written files disagree in the stacks (${previewFile} does not have`,
      `8 stacks (true, null, 1e3, ...); ${applyFile} does not have staging, production;`,
      ".github/workflows/drift.yml does not have staging, production)",
    ].join(" ");
    await expect(run({ yes: true })).rejects.toThrow(
      `${told}: run \`npx auth0-native ci init github\` with --stacks`,
    );
    expect(workflows.map(read)).toEqual(before);
    expect([await run({ check: true }), output()]).toEqual([2, expect.stringContaining(told)]);

    expect(await run({ ...github, yes: true })).toBe(0);
    expect(await run({ check: true })).toBe(0);
  });

  test("in their branch are named, and --branch decides", async () => {
    await run(github);
    await rewriteAllBut(previewFile, { branch: "release" });
    await expect(run(github)).rejects.toThrow(
      `disagree in the branch (${previewFile} is for trunk; ${applyFile} is for release; .github/workflows/drift.yml is for release): run \`npx auth0-native ci init github\` with --branch`,
    );
    expect([await run({ check: true }), output()]).toEqual([
      2,
      expect.stringContaining("disagree in the branch"),
    ]);
    expect(await run({ branch: "release", yes: true })).toBe(0);
    expect(await run({ check: true })).toBe(0);
  });
});

describe("nothing is written", () => {
  test.each([".github", ".github/workflows", applyFile])(
    "where %s is a symbolic link",
    async (link) => {
      const outside = temporaryFolder();
      mkdirSync(join(folder, link, ".."), { recursive: true });
      symlinkSync(link === applyFile ? join(outside, "apply.yml") : outside, join(folder, link));
      await expect(run({ ...github, yes: true })).rejects.toThrow(`${link} is a symbolic link`);
      expect(readdirSync(outside)).toEqual([]);
      expect(pipelines()).toEqual([]);
    },
  );

  test("where a folder is a file, or a file is a folder", async () => {
    mkdirSync(join(folder, ".gitlab-ci.yml"));
    await expect(run({ forge: "gitlab", stacks: "a" })).rejects.toThrow(
      ".gitlab-ci.yml cannot be read: EISDIR",
    );
    write(".github", "a file");
    await expect(run({ ...github })).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  test("in a folder that cannot be written, such as /proc", async () => {
    const files = workflows.map((path) => ({ path, text: "name: test\n" }));
    await expect(writeRepositoryFiles("/proc", files)).rejects.toThrow(
      /^\.github\/workflows\/apply\.yml cannot be written: .*; no file was written$/,
    );
  });

  test("outside of the root of a repository", async () => {
    mkdirSync(join(folder, "infra"));
    write("infra/Pulumi.yaml", "name: test\nruntime: nodejs\n");
    await expect(run({ ...github, cwd: join(folder, "infra") })).rejects.toThrow(
      'the program is in the folder "infra/" of the repository, but the pipelines need it at the root',
    );
    const outside = temporaryFolder();
    writeFileSync(join(outside, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
    await expect(run({ ...github, cwd: outside })).rejects.toThrow(
      /^no git repository was found .*`git init` makes one/,
    );
    expect(pipelines()).toEqual([]);
  });

  test("for a branch that git does not allow", async () => {
    await expect(run({ ...github, branch: "a b" })).rejects.toThrow('"a b" cannot be the branch');
  });
});
