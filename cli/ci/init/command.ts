import { readProject } from "../../shared/project";
import { assertBranchName } from "./branch";
import { outdatedFiles } from "./check";
import { branchNote, checklist } from "./checklist";
import type { Confirm } from "./confirm";
import { assertRepositoryRoot, defaultBranch } from "./git";
import { packageAdvice } from "./lockFile";
import { filesToWrite, writeIfConfirmed } from "./overwrite";
import type { ForgeName, PipelinePlan } from "./plan";
import type { WrittenSettings } from "./settings";
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
  const written = writtenForges(existing);
  if (forge === undefined && written.length === 0 && !options.check) {
    throw new Error(
      "no pipelines were written here yet: name the forge, `ci init github` or `ci init gitlab`",
    );
  }

  const asked = forge === undefined ? written : [forge];
  const forges = options.check ? asked.filter((each) => written.includes(each)) : asked;
  const plans: ForgePlan[] = [];
  for (const each of forges) {
    const plan = await planFor(each, settingsFor(existing, each), options, runtime);
    plans.push({ forge: each, plan });
  }
  return options.check ? check(plans, existing) : write(plans, existing, options, confirm);
}

interface ForgePlan {
  forge: ForgeName;
  plan: PipelinePlan;
}

/** What to write for a forge, which `written` may name already. */
async function planFor(
  forge: ForgeName,
  written: WrittenSettings | undefined,
  options: InitOptions,
  runtime: string,
): Promise<PipelinePlan> {
  const branch = options.branch ?? written?.branch ?? (await defaultBranch(options.cwd));
  const plan = { ...(await stacksFor(written, options)), branch, nodejs: runtime === "nodejs" };
  assertStacks(plan.stacks, forge);
  assertBranchName(plan.branch);
  return plan;
}

/** The stacks that the options name, else those of the written files; with a forge, all of the project. */
async function stacksFor(
  written: WrittenSettings | undefined,
  { forge, stacks, check, cwd }: InitOptions,
): Promise<Pick<PipelinePlan, "stacks" | "all">> {
  if (stacks !== undefined) return { stacks: parseStacks(stacks), all: false };
  const keepsStacks = forge === undefined || check;
  if (written && keepsStacks) return { stacks: written.stacks, all: written.all === true };
  return { stacks: await stacksOfProject(cwd), all: true };
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
  for (const { forge, plan } of plans) console.log(branchNote(forge, plan));
  const advice = await packageAdvice(cwd);
  for (const { forge, plan } of plans) console.log(`\n${checklist(forge, plan, advice)}`);
  return 0;
}
