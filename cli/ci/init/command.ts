import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageName } from "../../../provider/shared/command";
import { parseYaml, readProject } from "../../shared/project";
import { checkPulumi, listStacks } from "../../shared/pulumi";
import { assertStackName } from "../stackName";
import { type ForgeName, type PipelineFile, type PipelinePlan, pipelineFiles } from "./pipelines";

export interface InitOptions {
  cwd: string;
  stacks?: string;
  branch?: string;
  force?: boolean;
  check?: boolean;
}

/** Writes the pipelines, or checks them; returns the exit code. */
export async function init(forge: ForgeName, options: InitOptions): Promise<number> {
  const { cwd, force, check } = options;
  const { runtime } = await readProject(cwd);
  if (!existsSync(join(cwd, ".git"))) {
    throw new Error(
      `${cwd} is not the root of a git repository, where the pipelines and the program have to be: ` +
        "run `git init` there, or give the program a repository of its own",
    );
  }
  if (runtime === "bun") throw notForBun();
  const { install, advice } = await packagesOf(cwd);
  const plan = { ...(await namesFor(forge, options)), install, nodejs: runtime === "nodejs" };
  const files = pipelineFiles(forge, plan).filter((file) => existing(file, cwd) !== file.text);
  const changed = files.filter((file) => existing(file, cwd) !== undefined);
  if (files.length === 0) {
    console.log("The pipelines are up to date.");
    return 0;
  }
  if (check || (changed.length > 0 && !force)) {
    for (const file of files) {
      const is = changed.includes(file) ? "differs from what this version writes" : "is missing";
      console.error(`${file.path} ${is}`);
    }
    console.error(
      "Nothing was written. Commit these files, run the command with --force and without --check, " +
        "and see the differences with `git diff`.",
    );
    return 2;
  }
  await write(files, cwd);
  console.log(advice ?? `What they need: docs/pipelines.md of ${packageName}, step 4.`);
  return 0;
}

/** What the options name, else the written files, else all stacks of the project and git's branch. */
async function namesFor(
  forge: ForgeName,
  options: InitOptions,
): Promise<Pick<PipelinePlan, "stacks" | "branch">> {
  const { cwd } = options;
  const written = await writtenFor(forge, cwd);
  const named = options.stacks?.split(",").map((name) => name.trim());
  const stacks =
    named?.filter((name) => name !== "") ?? written.stacks ?? (await stacksOfProject(cwd));
  assertStacks(stacks, forge);
  const branch = options.branch ?? written.branch ?? (await branchOf(forge, cwd));
  // GitHub's filter is a pattern, and some of what git allows would need escapes there.
  if (!/^\w[\w./-]*$/.test(branch)) {
    throw new Error(
      `${JSON.stringify(branch)} cannot be the branch of the pipelines: ` +
        'give a name of letters, digits, ".", "/", "_" and "-"',
    );
  }
  return { stacks, branch };
}

/** The default branch, as git knows it. GitLab's pipelines need none. */
async function branchOf(forge: ForgeName, folder: string): Promise<string> {
  const git = (...args: string[]) =>
    promisify(execFile)("git", args, { cwd: folder }).then(
      ({ stdout }) => stdout.trim(),
      () => "",
    );
  const remote = await git("symbolic-ref", "--short", "refs/remotes/origin/HEAD");
  const current = remote === "" ? await git("branch", "--show-current") : "";
  const branch = remote.replace(/^origin\//, "") || current || "main";
  const source = (remote && "origin/HEAD") || (current && "the current branch");
  if (forge === "github") {
    console.log(
      `The default branch is ${branch} (${source || "git names none"}); if it is another, pass --branch.`,
    );
  }
  return branch;
}

/** What a repository has in the place of a file, with the line ends of Unix. */
function existing({ path }: PipelineFile, root: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : undefined;
}

async function write(files: PipelineFile[], root: string): Promise<void> {
  for (const { path, text } of files) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`written: ${path}`);
  }
}

/** How each package manager installs what its lock file names, without the scripts of packages. */
const managers: [file: string, version: RegExp, install: string][] = [
  ["package-lock.json", /^/, "npm ci --ignore-scripts"],
  ["pnpm-lock.yaml", /^/, "corepack pnpm install --frozen-lockfile --ignore-scripts"],
  ["yarn.lock", /lockfile v1/, "corepack yarn install --frozen-lockfile --ignore-scripts"],
  ["yarn.lock", /^/, "corepack yarn install --immutable --mode=skip-build"],
];

/** How a project installs its packages, and what to do first if its lock file lacks this one. */
async function packagesOf(
  folder: string,
): Promise<{ install: string; advice: string | undefined }> {
  // Without a command: until the package is published, anybody could take its name in npm's registry.
  const todo =
    `install the package (docs/reference/install.md of ${packageName}), ` +
    "and commit package.json and the lock file";
  for (const [file, version, install] of managers) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text === undefined || !version.test(text)) continue;
    const advice = `${file} does not contain ${packageName}: ${todo}.`;
    return { install, advice: text.includes(packageName) ? undefined : advice };
  }
  if (existsSync(join(folder, "bun.lock"))) throw notForBun();
  return { install: "npm ci --ignore-scripts", advice: `There is no lock file: ${todo}.` };
}

const notForBun = () =>
  new Error(
    "The pipelines have Node.js, and install with npm, pnpm, or Yarn. " +
      "Set `runtime: nodejs` in Pulumi.yaml and commit the lock file of one of them, " +
      `or write pipelines with Bun yourself: docs/pipelines.md of ${packageName}, "Build your own".`,
  );

/** What the written pipelines of a forge are for, by the file that plans. */
async function writtenFor(
  forge: ForgeName,
  root: string,
): Promise<{ stacks?: string[]; branch?: string }> {
  const path = { github: ".github/workflows/apply.yml", gitlab: ".gitlab-ci.yml" }[forge];
  const text = await readFile(join(root, path), "utf8").catch(() => "");
  // biome-ignore lint/suspicious/noExplicitAny: anybody may have written the file
  const file = parseYaml(text, path) as any;
  const stacks =
    forge === "github"
      ? file?.jobs?.plan?.strategy?.matrix?.stack
      : file?.[".each-stack"]?.parallel?.matrix?.[0]?.STACK;
  const branch = file?.on?.push?.branches?.[0];
  return {
    ...(Array.isArray(stacks) && { stacks: stacks.map(String) }),
    ...(branch && { branch: String(branch) }),
  };
}

async function stacksOfProject(folder: string): Promise<string[]> {
  await checkPulumi();
  const stacks = await listStacks(folder);
  // Without organization and project: Pulumi takes those of the program.
  return stacks.map(({ name }) => name.slice(name.lastIndexOf("/") + 1));
}

/** The jobs that a matrix can have: GitHub's "Usage limits", GitLab's `parallel`. */
const maxMatrixJobs: Record<ForgeName, number> = { github: 256, gitlab: 200 };

function assertStacks(stacks: string[], forge: ForgeName): void {
  if (stacks.length === 0) {
    throw new Error(
      "there is no stack: make one with `pulumi stack init <name>`, or pass --stacks",
    );
  }
  for (const stack of stacks) assertStackName(stack);
  if (stacks.includes("merge")) {
    throw new Error(`\`${packageName} drift merge\` is another command: rename the stack merge`);
  }
  // Environments of GitHub ignore case, and file names of some systems.
  const names = stacks.map((stack) => stack.toLowerCase());
  const repeated = stacks.find((_, index) => names.indexOf(names[index] ?? "") < index);
  if (repeated !== undefined) {
    throw new Error(`the stack ${repeated} is named twice, in the same or in another case`);
  }
  if (stacks.length > maxMatrixJobs[forge]) {
    throw new Error(
      `there are ${stacks.length} stacks, and a matrix has at most ${maxMatrixJobs[forge]} jobs: ` +
        "divide the stacks into several projects",
    );
  }
}
