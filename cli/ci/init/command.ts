import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { docsUrl, npxCommand } from "../../../provider/shared/command";
import { readProject } from "../../shared/project";
import { checkPulumi, listStacks } from "../../shared/pulumi";
import { assertDistinct } from "./neighbours";
import { notForBun, type Packages, packagesOf } from "./packages";
import {
  gitlabInclusion,
  gitlabRoot,
  headerOf,
  type PipelineFile,
  type PipelineInput,
  pipelineFiles,
} from "./pipelines";
import { type Place, placeOf } from "./place";
import {
  assertFits,
  assertStackFiles,
  type ForgeName,
  type Found,
  parseSettings,
  settingsFile,
  withFound,
} from "./settings";

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
  const { runtime, name, stackConfigDir } = await readProject(cwd);
  if (runtime === "bun") throw notForBun();
  const place = placeOf(cwd, name);
  const packages = packagesOf(place);
  const { settings, file } = await settingsFor(forge, options, place, packages);
  if (forge === "gitlab" && runtime !== "nodejs" && settings.node !== undefined) {
    throw new Error(
      `${file.path}: on GitLab, node works only for programs in Node.js. Remove it, because Pulumi's image has its own Node.js.`,
    );
  }
  assertStackFiles(settings.stacks, join(cwd, stackConfigDir), file.path);
  const plan = { settings, place, packages, nodejs: runtime === "nodejs" };
  await assertDistinct(forge, plan, place.root);
  const pipelines = pipelineFiles(forge, plan);
  assertSecrets(settings.secrets, pipelineFiles(forge, withoutSecrets(plan)), file.path);
  const inclusion = inclusionOf(forge, place, pipelines[0]?.path ?? "");
  const all = [file, ...pipelines, ...inclusion.files];
  const files = all.filter((one) => existing(one, place.root) !== one.text);
  const isKept = (one: PipelineFile) =>
    one !== file && existing(one, place.root)?.includes(headerOf(forge, place)) === false;
  if (check && files.length > 0) return refuse(files, place, outdated(forge));
  if (!force && files.some(isKept)) return refuse(files, place, kept);
  await write(files, place.root);
  if (inclusion.advice) console.log(inclusion.advice);
  else if (files.length === 0) console.log("The pipelines are up to date.");
  if (files.length > 0) console.log(packages.advice ?? needs);
  return check && inclusion.advice ? 2 : 0;
}

const withoutSecrets = (plan: PipelineInput): PipelineInput => ({
  ...plan,
  settings: { ...plan.settings, secrets: [] },
});

/** Throws if one of the secrets is a variable that the pipelines set themselves. */
function assertSecrets(secrets: string[] = [], pipelines: PipelineFile[], path: string): void {
  const taken = secrets.find((name) =>
    pipelines.some(({ text }) => new RegExp(`^ *${name}: `, "m").test(text)),
  );
  if (taken === undefined) return;
  throw new Error(
    `${path}: secrets contains ${taken}, which the pipelines set themselves. Remove it.`,
  );
}

const needs = `Next, create the environments with their secrets. See ${docsUrl}/pipelines.md#4-applications-and-secrets`;

const outdated = (forge: ForgeName) =>
  `Nothing was written. Run \`${npxCommand} ci init ${forge}\` in your program's folder, and commit the files.`;

const kept =
  "Nothing was written. Some of these files weren't written by `ci init` for this program. " +
  "To overwrite them, commit them, rerun the command with --force, and review `git diff`.";

/** Says why each file isn't written, and what to do. Returns the exit code. */
function refuse(files: PipelineFile[], place: Place, advice: string): number {
  for (const one of files) console.error(`${one.path} ${stateOf(one, place)}`);
  console.error(advice);
  return 2;
}

const stateOf = (file: PipelineFile, { root }: Place): string =>
  existing(file, root) === undefined ? "is missing" : "differs from what this version writes";

/** For GitLab, which reads one file: that file, if there is none yet, else what to add to it. */
function inclusionOf(
  forge: ForgeName,
  { root, folder }: Place,
  path: string,
): { files: PipelineFile[]; advice?: string } {
  const file = { path: gitlabRoot, text: gitlabInclusion(path) };
  const text = existing(file, root);
  const isIncluded = [path, `${dirname(path)}/*`].some((one) => text?.includes(one));
  if (forge === "github" || folder === "" || isIncluded) return { files: [] };
  if (text === undefined) return { files: [file] };
  const advice = `${gitlabRoot} doesn't include ${path}. Add these lines to it, with your own stages instead of the first three:`;
  return { files: [], advice: `${advice}\n\n${file.text}` };
}

/** The settings of the file, with those that it lacks: what the options name, else all stacks and git's branch. */
async function settingsFor(
  forge: ForgeName,
  options: InitOptions,
  { root, folder }: Place,
  { modules }: Packages,
): Promise<{ settings: PipelineInput["settings"]; file: PipelineFile }> {
  const { cwd } = options;
  const path = posix.join(folder, settingsFile);
  const text = existing({ path, text: "" }, root) ?? "";
  const written = parseSettings(text, path);
  const named = options.stacks?.split(",").map((name) => name.trim());
  const stacks = named?.filter((name) => name !== "");
  assertUnchanged("stacks", stacks, written.stacks, path);
  assertUnchanged("branch", options.branch, written.branch, path);
  const found: Found = {};
  if (forge === "github" && written.branch === undefined) {
    found.branch = options.branch ?? (await branchOf(cwd));
  }
  if (written.stacks === undefined) found.stacks = stacks ?? (await stacksOfProject(cwd));
  const settings = { stacks: [], ...written, ...found };
  assertFits(settings, forge, root, path);
  const whole = Object.keys(found).length > 0 ? withFound(text, found, modules) : text;
  // Also what the options name.
  parseSettings(whole, path);
  return { settings, file: { path, text: whole } };
}

/** The options are for the first run: the file has each value in one place. */
function assertUnchanged(key: string, option: unknown, written: unknown, path: string): void {
  if (option === undefined || written === undefined) return;
  if (JSON.stringify(option) === JSON.stringify(written)) return;
  throw new Error(
    `--${key} differs from \`${key}\` in ${path}. Change the file, and leave out --${key}.`,
  );
}

/** The default branch, as git knows it. */
async function branchOf(folder: string): Promise<string> {
  const git = (...args: string[]) =>
    promisify(execFile)("git", args, { cwd: folder }).then(
      ({ stdout }) => stdout.trim(),
      () => "",
    );
  const remote = await git("symbolic-ref", "--short", "refs/remotes/origin/HEAD");
  const current = remote === "" ? await git("branch", "--show-current") : "";
  const branch = remote.replace(/^origin\//, "") || current || "main";
  const source = (remote && "origin/HEAD") || (current && "the current branch");
  console.log(
    `${source ? `The default branch is ${branch} (${source}).` : `Assuming the default branch ${branch}, because git has none configured.`} If that's wrong, change ${settingsFile}.`,
  );
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

async function stacksOfProject(folder: string): Promise<string[]> {
  await checkPulumi();
  const stacks = await listStacks(folder);
  // Without organization and project: Pulumi takes those of the program.
  return stacks.map(({ name }) => name.slice(name.lastIndexOf("/") + 1));
}
