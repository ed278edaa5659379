import type { Confirm } from "../../shared/confirm";
import { readProject } from "../../shared/project";
import { writtenBranch, writtenStacks } from "./agreement";
import { assertBranchName } from "./branch";
import { check, type Expected } from "./check";
import { branchNote, checklist } from "./checklist";
import { assertRepositoryRoot, defaultBranch } from "./git";
import { packageAdvice } from "./lockFile";
import { changeIfConfirmed, filesToDelete, filesToWrite } from "./overwrite";
import { driftPath } from "./pipelines";
import type { ForgeName, PipelinePlan } from "./plan";
import { assertStacks, parseStacks, stacksOfProject } from "./stacks";
import {
  type ExistingFile,
  existingFiles,
  type WrittenFile,
  writtenFiles,
  writtenForges,
} from "./writtenFiles";

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
  const nodejs = runtime === "nodejs";
  if (options.check) return check(existing, nodejs, expectedBy(options));
  const forges = forge === undefined ? writtenForges(existing) : [forge];
  if (forges.length === 0) {
    throw new Error(
      "no pipelines were written here yet: name the forge, `ci init github` or `ci init gitlab`",
    );
  }

  const plans: ForgePlan[] = [];
  for (const each of forges) {
    const settings = await settingsFor(writtenFiles(existing, each), options);
    assertStacks(settings.stacks, each);
    plans.push({ forge: each, plan: { ...settings, nodejs } });
  }
  return write(plans, existing, options, confirm);
}

const expectedBy = ({ forge, stacks, branch }: InitOptions): Expected => ({
  ...(forge && { forge }),
  ...(stacks !== undefined && { stacks: parseStacks(stacks) }),
  ...(branch !== undefined && { branch }),
});

interface ForgePlan {
  forge: ForgeName;
  plan: PipelinePlan;
}

/** What the options say, else the written files of the forge, else the repository. */
async function settingsFor(
  written: WrittenFile[],
  options: InitOptions,
): Promise<Omit<PipelinePlan, "nodejs">> {
  const branch = options.branch ?? writtenBranch(written) ?? (await defaultBranch(options.cwd));
  assertBranchName(branch);
  return { ...(await stacksFor(written, options)), branch };
}

/** The stacks that the options name, else those of the written files; with a forge, all of the project. */
async function stacksFor(
  written: WrittenFile[],
  { forge, stacks, cwd }: InitOptions,
): Promise<Pick<PipelinePlan, "stacks" | "all">> {
  if (stacks !== undefined) return { stacks: parseStacks(stacks), all: false };
  const kept = forge === undefined ? writtenStacks(written) : undefined;
  return kept ?? { stacks: await stacksOfProject(cwd), all: true };
}

async function write(
  plans: ForgePlan[],
  existing: ExistingFile[],
  { cwd, yes }: InitOptions,
  confirm: Confirm | undefined,
): Promise<number> {
  const changes = {
    write: plans.flatMap(({ forge, plan }) => filesToWrite(forge, plan, existing)),
    delete: plans.flatMap(({ forge, plan }) => filesToDelete(forge, plan, existing)),
  };
  const isUpToDate = changes.write.length + changes.delete.length === 0;
  const confirmed =
    isUpToDate || (await changeIfConfirmed(cwd, changes, yes ? async () => true : confirm));
  if (!confirmed) return 2;
  for (const { forge, plan } of plans) console.log(branchNote(forge, plan));
  if (isUpToDate) {
    console.log(
      "The pipelines are up to date. What they need is in docs/pipelines.md of pulumi-auth0-native, Applications and secrets.",
    );
    return 0;
  }
  const advice = await packageAdvice(cwd);
  for (const { forge, plan } of plans) {
    const driftBefore = existing.find(({ path }) => path === driftPath[forge])?.settings;
    console.log(`\n${checklist(forge, plan, { packageAdvice: advice, driftBefore })}`);
  }
  return 0;
}
