import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageName } from "../../../provider/shared/command";
import { readProject } from "../../shared/project";
import { defaultBranch } from "./branch";
import { type ForgeName, type PipelineFile, type PipelinePlan, pipelineFiles } from "./pipelines";
import { assertStacks, stacksOfProject, writtenFor } from "./stacks";

export interface InitOptions {
  cwd: string;
  /** Separated by commas. */
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
      `${cwd} is not the root of a git repository, where the pipelines and the program have to be: run \`git init\` there, or give the program a repository of its own`,
    );
  }
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
      "Nothing was written. Commit these files, run the command with --force and without --check, and see the differences with `git diff`.",
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
      `${JSON.stringify(branch)} cannot be the branch of the pipelines: give a name of letters, digits, ".", "/", "_" and "-"`,
    );
  }
  return { stacks, branch };
}

/** The default branch, as git knows it. GitLab's pipelines need none. */
async function branchOf(forge: ForgeName, cwd: string): Promise<string> {
  const { branch, source } = await defaultBranch(cwd);
  if (forge === "github") {
    console.log(`The default branch is ${branch} (${source}); if it is another, pass --branch.`);
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
  const todo = `install the package (docs/install.md of ${packageName}), and commit package.json and the lock file`;
  for (const [file, version, install] of managers) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text === undefined || !version.test(text)) continue;
    const advice = `${file} does not contain ${packageName}: ${todo}.`;
    return { install, advice: text.includes(packageName) ? undefined : advice };
  }
  return { install: "npm ci --ignore-scripts", advice: `There is no lock file: ${todo}.` };
}
