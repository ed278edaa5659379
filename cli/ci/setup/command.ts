import { execFile } from "node:child_process";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { npxCommand } from "../../../provider/shared/command";
import { readProject } from "../../shared/project";
import { environmentOf, readByJobs } from "../init/pipelines";
import { placeOf } from "../init/place";
import {
  assertFits,
  type ForgeName,
  parseSettings,
  type Settings,
  settingsFile,
} from "../init/settings";
import { forgeCli } from "./forgeCli";
import { githubSetup } from "./github";
import { gitlabSetup } from "./gitlab";
import { type Environment, environmentsOf, readValues, type ValuesFile } from "./values";

export interface SetupOptions {
  cwd: string;
  values: string;
  dryRun?: boolean;
}

/** Sets up what the pipelines need on the forge; returns the exit code. */
export async function setup(forge: ForgeName, options: SetupOptions): Promise<number> {
  const { cwd, values: file, dryRun = false } = options;
  const place = placeOf(cwd, (await readProject(cwd)).name);
  const settings = await settingsIn(cwd, forge);
  assertFits(settings, forge, place.root, settingsFile);
  await assertPrivate(file);
  const { stacks = [], branch = "" } = settings;
  const values = readValues(await readFile(file, "utf8"), file, stacks);
  const environments = environmentsOf(values, stacks, (kind) =>
    environmentOf(forge, kind, settings, place),
  );
  if (forge === "github") assertUsed(settings, values, environments);
  const secrets = environments.flatMap((environment) => Object.values(environment.values));
  const cli = forgeCli(forge === "github" ? "gh" : "glab", cwd, dryRun, secrets);
  const { reviewers = [] } = values;
  const setUp =
    forge === "github"
      ? await githubSetup(cli, reviewers, branch, readByJobs("vars"))
      : await gitlabSetup(cli, reviewers, readByJobs("vars"));
  await setUpAll(environments, setUp, dryRun);
  return 0;
}

async function setUpAll(
  environments: Environment[],
  setUp: (environment: Environment) => Promise<void>,
  isDryRun: boolean,
): Promise<void> {
  const done: string[] = [];
  for (const environment of environments) {
    const { name, values } = environment;
    await setUp(environment).catch((error: Error) => {
      throw new Error(
        `couldn't set up the environment ${name}: ${error.message}\n` +
          `Environments that are set up: ${done.join(", ") || "none"}. ` +
          "Fix the cause and run the command again.",
      );
    });
    done.push(name);
    if (!isDryRun) console.log(`${name}: ${Object.keys(values).join(", ") || "no values"}`);
  }
}

/** The settings with the stacks and the branch that `ci init` has written. */
async function settingsIn(cwd: string, forge: ForgeName): Promise<Settings> {
  const text = await readFile(join(cwd, settingsFile), "utf8").catch(() => "");
  const settings = parseSettings(text, settingsFile);
  const isWhole = settings.stacks && (forge === "gitlab" || settings.branch);
  if (isWhole) return settings;
  throw new Error(
    `${join(cwd, settingsFile)} is missing, or lacks stacks or branch. Run \`${npxCommand} ci init ${forge}\` first`,
  );
}

/** Rejects a file that git tracks, or would add with the next commit. */
async function assertPrivate(file: string): Promise<void> {
  const found = await stat(file);
  // A pipe leaves nothing on the disk, such as `--values <(sops decrypt values.yaml)`.
  if (!found.isFile()) return;
  const path = await realpath(file);
  const list = "--literal-pathspecs ls-files --cached --others --exclude-standard --".split(" ");
  const { stdout } = await promisify(execFile)("git", [...list, basename(path)], {
    cwd: dirname(path),
    env: { ...process.env, LC_ALL: "C" },
  }).catch((error: Error & { stderr?: string }) => {
    if (error.stderr?.includes("not a git repository")) return { stdout: "" };
    throw error;
  });
  if (stdout !== "") {
    throw new Error(
      `${file} contains secrets, but git doesn't ignore it. Move it out of the repository.`,
    );
  }
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
    console.error(
      `warning: other users of this machine can read ${file}. Run \`chmod 600\` on it.`,
    );
  }
}

/** In doubt, nothing is set up: GitHub would remove reviewers that the file leaves out. */
function assertUsed(
  { secrets = [] }: Settings,
  { path, reviewers }: ValuesFile,
  environments: Environment[],
): void {
  if (reviewers === undefined) {
    throw new Error(
      `${path}: list the reviewers of apply, such as \`reviewers: [octocat, acme/platform]\`, or \`[]\``,
    );
  }
  const read = [...readByJobs("vars"), ...readByJobs("secrets"), ...secrets];
  const names = environments.flatMap((environment) => Object.keys(environment.values));
  const unread = names.find((name) => !read.includes(name));
  if (unread !== undefined) {
    throw new Error(
      `${path}: no job reads ${unread}. Add it to \`secrets\` in ${settingsFile}, and run \`${npxCommand} ci init github\``,
    );
  }
}
