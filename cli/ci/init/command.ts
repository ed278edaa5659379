import { readProject } from "../../shared/project";
import { assertBranchName } from "./branch";
import { outdatedFiles } from "./check";
import { checklist } from "./checklist";
import type { Confirm } from "./confirm";
import { assertRepositoryRoot, defaultBranch } from "./git";
import { packageAdvice } from "./lockFile";
import { filesToWrite, writeIfConfirmed } from "./overwrite";
import type { ForgeName, PipelinePlan } from "./plan";
import { assertStacks, parseStacks, stacksOfProject } from "./stacks";
import { type ExistingFile, existingFiles, settingsFor, writtenForges } from "./writtenFiles";

export interface InitOptions {
  /** Where the pipelines run; by default, where the written ones do. */
  forge?: ForgeName;
  cwd: string;
  /** Separated by commas. */
  stacks?: string;
  branch?: string;
  yes?: boolean;
  check?: boolean;
}

/** Writes the pipelines, or checks them; returns the exit code. */
export async function init(options: InitOptions, confirm?: Confirm): Promise<number> {
  const { cwd, forge } = options;
  const { runtime } = await readProject(cwd);
  await assertRepositoryRoot(cwd);
  const existing = await existingFiles(cwd);
  const forges = forge === undefined ? writtenForges(existing) : [forge];
  if (options.check) {
    const plans = forges.flatMap((each) => planFromFiles(each, existing, options, runtime) ?? []);
    return check(plans, existing);
  }
  if (forges.length === 0) {
    throw new Error(
      "no pipelines were written here yet: name the forge, `ci init github` or `ci init gitlab`",
    );
  }
  const plans: ForgePlan[] = [];
  for (const each of forges) plans.push(await planFor(each, existing, options, runtime));
  return write(plans, existing, options, confirm);
}

interface ForgePlan {
  forge: ForgeName;
  plan: PipelinePlan;
}

/** What to write by the options and the written files alone; undefined if they name no stacks. */
function planFromFiles(
  forge: ForgeName,
  existing: ExistingFile[],
  options: InitOptions,
  runtime: string,
): ForgePlan | undefined {
  const written = settingsFor(existing, forge);
  const stacks = options.stacks === undefined ? written?.stacks : parseStacks(options.stacks);
  const branch = options.branch ?? written?.branch;
  if (stacks === undefined || branch === undefined) return undefined;
  const all = options.stacks === undefined && written?.all === true;
  return validated(forge, { stacks, all, branch, nodejs: runtime === "nodejs" });
}

/** What to write: with a forge and without stacks, for all stacks that the project has now. */
async function planFor(
  forge: ForgeName,
  existing: ExistingFile[],
  options: InitOptions,
  runtime: string,
): Promise<ForgePlan> {
  const { stacks, cwd } = options;
  const branch =
    options.branch ?? settingsFor(existing, forge)?.branch ?? (await defaultBranch(cwd));
  const fromFiles =
    stacks !== undefined || options.forge === undefined
      ? planFromFiles(forge, existing, { ...options, branch }, runtime)
      : undefined;
  return (
    fromFiles ??
    validated(forge, {
      stacks: await stacksOfProject(cwd),
      all: true,
      branch,
      nodejs: runtime === "nodejs",
    })
  );
}

function validated(forge: ForgeName, plan: PipelinePlan): ForgePlan {
  assertStacks(plan.stacks, forge);
  assertBranchName(plan.branch);
  return { forge, plan };
}

function check(plans: ForgePlan[], existing: ExistingFile[]): number {
  const outdated =
    plans.length === 0
      ? ["no pipelines were written by this command"]
      : plans.flatMap(({ forge, plan }) => outdatedFiles(forge, plan, existing));
  for (const line of outdated) console.log(line);
  if (outdated.length === 0) {
    console.log("The pipelines are up to date.");
    return 0;
  }
  console.log("Run `npx auth0-native ci init` to update them.");
  return 2;
}

async function write(
  plans: ForgePlan[],
  existing: ExistingFile[],
  { cwd, yes }: InitOptions,
  confirm: Confirm | undefined,
): Promise<number> {
  const files = plans.flatMap(({ forge, plan }) => filesToWrite(forge, plan, existing));
  if (files.length === 0) console.log("The pipelines are up to date.");
  else if (!(await writeIfConfirmed(cwd, files, yes ? async () => true : confirm))) return 2;
  const advice = await packageAdvice(cwd);
  for (const { forge, plan } of plans) console.log(`\n${checklist(forge, plan, advice)}`);
  return 0;
}
