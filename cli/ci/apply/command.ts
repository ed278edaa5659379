import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isObject } from "../../../provider/shared/json";
import { previewRefresh } from "../../refresh/compareStack";
import { parseJson, withTemporaryFolder } from "../../shared/files";
import { logLine, logLines } from "../../shared/log";
import { assertStackName, checkPulumi, readState, type Target } from "../../shared/pulumi";
import { type RunOptions, runPulumi, runPulumiByLine } from "../../shared/runPulumi";
import { announceStop, type StopSignals } from "../../shared/stop";
import {
  changedDomains,
  changedInTenant,
  changedSince,
  domainVariables,
  foundObjects,
} from "../approvedState";
import { type ApprovedPlan, differingOutputs, type Plan } from "../pulumiPlan";

export interface ApplyOptions {
  cwd: string;
  plan: string;
}

/**
 * Applies a plan, and nothing else. Returns the exit code. The Pulumi CLI rejects a plan that no longer fits
 * the program, its outputs, its configuration, or the state. The code is 2 if nothing was applied.
 * `ci check-head` rejects the plan of an old commit.
 */
export async function applyPlan(
  stack: string,
  { cwd, plan }: ApplyOptions,
  stop: StopSignals,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  assertStackName(stack);
  const output = new UpdateOutput(env);
  announceStop(stop.requested, "the engine finishes the running steps and starts no new ones");
  // This process may end before the engine does.
  stop.engineTimeout.addEventListener("abort", () =>
    console.error(`The engine is still running. ${output.whatWasApplied}`),
  );
  // There is no --skip-preview, so that the preview compares the whole program with the plan before the update.
  const args = ["up", "--stack", stack, "--plan", resolve(plan), "--yes", "--color", "never"];
  await checkPulumi();
  const run = { env, signal: stop.requested };
  const target = { folder: cwd, name: stack };
  const approved = await readPlan(plan);
  const domains = changedDomains(approved.domains, domainVariables(env));
  if (domains.length > 0) {
    const what = `the plan of ${stack} may be for another tenant, because ${domains.join("; ")}`;
    const message = `error: ${what}. Nothing was applied. ${sameVariables}`;
    console.error(logLines(env)(message));
    return 2;
  }
  const changed = await changedSincePlan(approved, target, stop, env);
  if (changed.length > 0) {
    const what = `since the plan of ${stack} was made, its objects have changed`;
    const message = `error: ${what}: ${changed.join("; ")}. Nothing was applied. ${advice}`;
    console.error(logLines(env)(message));
    return 2;
  }
  const refresh = approved.objectsFound ? ["--refresh"] : [];
  args.push(...refresh);
  const onLine = (line: string) => output.print(line);
  const code = await runPulumiByLine(args, cwd, onLine, { env, signal: stop.requested });
  if (code === 0) return 0;
  const mismatch = await planMismatch(output, () => outputsUnlike(approved, target, refresh, run));
  const { aborted, reason } = stop.requested;
  if (aborted || mismatch === undefined) {
    const cause = aborted ? reason.message : `the update of ${stack} failed`;
    console.error(`error: ${cause}. ${output.whatWasApplied}`);
    return 1;
  }
  const message =
    `error: the plan of ${stack} no longer fits ${mismatch}. ` +
    `${output.whatWasApplied} ${advice}`;
  console.error(logLine(message));
  return output.updating ? 1 : 2;
}

const sameVariables = "Set the same variables in the jobs that plan and apply.";

const advice =
  "Rerun all jobs of this pipeline to make a new plan, and read it before you approve it.";

/** Throws for a plan that the Pulumi CLI wrote, because it lacks what is compared before an update. */
async function readPlan(file: string): Promise<ApprovedPlan> {
  const plan = parseJson(await readFile(file, "utf8"), `${file} isn't JSON. Nothing was applied.`);
  if (isObject(plan) && plan.objectsBefore) return plan as unknown as ApprovedPlan;
  throw new Error(`${file} isn't a plan from \`ci preview --plan\`. Nothing was applied.`);
}

/**
 * The engine compares a plan with the program, and not with what the plan changes. If the plan's refresh saw
 * the tenant, a second refresh must see the same, because the engine would stop in the middle of the update.
 */
async function changedSincePlan(
  { objectsBefore, objectsFound }: ApprovedPlan,
  target: Target,
  stop: StopSignals,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const state =
    objectsBefore.length > 0 && (await readState(target, { env, signal: stop.requested }));
  const changed = state ? changedSince(objectsBefore, state) : [];
  if (objectsFound === undefined || changed.length > 0) return changed;
  const context = { stop, env, note: console.error, progress: () => {} };
  const found = await previewRefresh(target, context);
  const [problem] = found.problems;
  if (problem) throw new Error(`${problem.message}. Nothing was applied`);
  return changedInTenant(objectsFound, foundObjects(found));
}

/** What the plan no longer fits. Undefined if the CLI failed for another reason. */
async function planMismatch(
  output: UpdateOutput,
  findOutputs: () => Promise<string[]>,
): Promise<string | undefined> {
  if (output.doesNotFit) return "the program, its configuration, or the state";
  if (output.hasCause) return undefined;
  // If outputs differ from the plan, the engine fails without a message.
  const names = await findOutputs().catch(() => []);
  if (names.length > 0) return `these outputs of the program: ${names.join(", ")}`;
  return output.updating ? "an output whose value isn't known before the update" : undefined;
}

/** Previews again, and returns the outputs whose planned value differs. */
const outputsUnlike = (
  plan: Plan,
  { folder, name }: Target,
  refresh: string[],
  options: RunOptions,
): Promise<string[]> =>
  withTemporaryFolder(async (temporary) => {
    const later = join(temporary, "plan.json");
    const args = ["preview", "--stack", name, "--save-plan", later, ...refresh];
    await runPulumi(args, folder, options);
    return differingOutputs(plan, JSON.parse(await readFile(later, "utf8")));
  });

/**
 * Texts in the CLI's lines. The engine's events have no field for these findings, only the same texts, and
 * the log of events restarts between the preview and the update.
 */
const sentences = {
  updating: /^Updating \(/,
  violatesPlan: /violates plan/,
  notPlanned: /is not allowed by the plan/,
  /** A planned step is missing, which another failure can also cause. */
  notDone: /expected resource operations for .* but none were seen/,
  otherError: /(^|\s)error: (?!(preview|update) failed$)/,
};

type Sentence = keyof typeof sentences;

class UpdateOutput {
  private readonly said = new Set<Sentence>();
  private readonly clean: (line: string) => string;

  constructor(env: NodeJS.ProcessEnv) {
    this.clean = logLines(env);
  }

  print(line: string): void {
    // After this text, the CLI prints the differences, with the secrets of the plan in plain text.
    if (!this.said.has("violatesPlan")) {
      console.log(this.clean(line.replace(/(violates plan).*/, "$1")));
    }
    const names = Object.keys(sentences) as Sentence[];
    const sentence = names.find((name) => sentences[name].test(line));
    if (sentence !== undefined) this.said.add(sentence);
  }

  get updating(): boolean {
    return this.said.has("updating");
  }

  get doesNotFit(): boolean {
    if (this.said.has("violatesPlan") || this.said.has("notPlanned")) return true;
    return this.said.has("notDone") && !this.said.has("otherError") && !this.updating;
  }

  get hasCause(): boolean {
    return this.said.has("notDone") || this.said.has("otherError");
  }

  get whatWasApplied(): string {
    return this.updating ? "Part of the plan may have been applied." : "Nothing was applied.";
  }
}
