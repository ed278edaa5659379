import { appendFile, lstat, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import {
  eventsOfRefresh,
  type RefreshResult,
  readRefreshEvents,
} from "../../refresh/refreshEvents";
import { diagnosticFromError, problemsIn } from "../../shared/diagnostic";
import { runWithEvents } from "../../shared/engineEvents";
import { namingOption, prepareFile, withTemporaryFolder } from "../../shared/files";
import { logLine, logLines } from "../../shared/log";
import { assertStackName, checkPulumi, readState, type Target } from "../../shared/pulumi";
import { withoutJobSecrets } from "../../shared/secretRemover";
import type { StackState } from "../../shared/state";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { domainVariables, foundObjects, objectsBefore } from "../approvedState";
import { previewSummary } from "../previewReport/comment";
import type { PreviewReport } from "../previewReport/report";
import { type ApprovedPlan, fulfillable } from "../pulumiPlan";
import { failed, isReported, outcomeOf, type PreviewOutcome, tenantsIn } from "./outcome";
import { driftFound, repairsIn } from "./repairs";
import { findStateChanges } from "./stateChanges";

export interface PreviewOptions {
  cwd: string;
  plan?: string;
  json: string;
  refresh?: boolean;
}

/** Previews a stack, writes the report, and saves the plan with --plan. Returns the exit code. */
export async function preview(
  stack: string,
  options: PreviewOptions,
  stop: StopSignals,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  assertStackName(stack);
  const { plan, json } = options;
  if (plan !== undefined && resolve(plan) === resolve(json)) {
    throw new Error("--plan and --json can't be the same file.");
  }
  if (plan !== undefined) await namingOption("plan", plan, prepareNewFile(plan));
  await namingOption("json", json, prepareNewFile(json));

  const lines: string[] = [];
  const outcome = await runPreview(stack, options, stop, env, lines).catch((error: Error) => {
    const diagnostic = diagnosticFromError(error, env);
    const line = logLine(`error: ${diagnostic.message}`);
    console.error(line);
    lines.push(line);
    return failed([diagnostic]);
  });
  const found = withoutJobSecrets(outcome, env);
  const report: PreviewReport = { version: 1, stack, ...found, output: lines.join("\n") };
  await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  const title = plan === undefined ? "Preview" : "Plan";
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary) await appendFile(summary, previewSummary(report, title));
  return report.result === "failed" ? 1 : 0;
}

/** Removes the file of an earlier run, which could pass for the file of this run. */
async function prepareNewFile(file: string): Promise<void> {
  const existing = await lstat(file).catch(() => undefined);
  // Only a file is removed, because the superuser could remove /dev/null.
  if (existing?.isFile()) await rm(file);
  await prepareFile(file);
}

/** Adds the CLI's lines to `lines`, without secrets. */
function runPreview(
  stack: string,
  options: PreviewOptions,
  stop: StopSignals,
  env: NodeJS.ProcessEnv,
  lines: string[],
): Promise<PreviewOutcome> {
  const clean = logLines(env);
  const onLine = (line: string) => {
    if (isAboutPlanFile.test(line)) return;
    const shown = clean(line);
    console.log(shown);
    lines.push(shown);
  };

  return withTemporaryFolder(async (folder) => {
    const plan = join(folder, "plan.json");
    const args = ["preview", "--stack", stack, "--diff", "--save-plan", plan];
    if (options.refresh) args.push("--refresh");
    const events: EngineEvent[] = [];
    await checkPulumi();
    const target = { folder: options.cwd, name: stack };
    // It's read first, so that an update during the preview counts as one after it.
    const state = await readState(target, { env, signal: stop.requested });
    const run = { onEvent: (event: EngineEvent) => void events.push(event), onLine, stop, env };
    if ((await runWithEvents(args, options.cwd, run)) !== 0) {
      stop.requested.throwIfAborted();
      const problems = problemsIn(events.filter(isReported), env);
      return failed(problems.length > 0 ? problems : [diagnosticFromError(lines.join("\n"), env)]);
    }
    const found = options.refresh ? readRefreshEvents(eventsOfRefresh(events)) : undefined;
    const { accepted, ...outcome } = await outcomeIn(events, found, state, target, env);
    for (const change of accepted) onLine(`Only the state changes: ${change}`);
    // The tenants stay out of `lines`, because the comment and the summary have a place for them.
    const { tenants } = outcome;
    if (tenants.length > 0) console.log(clean(`Tenants: ${tenants.join(", ")}`));
    if (outcome.result === "unchanged") {
      const finding = findStateChanges(target, plan, state, { env, signal: stop.requested });
      const changes = await unlessAborted(stop.engineTimeout, finding);
      if (changes.length > 0) outcome.result = "changes";
      for (const change of changes) onLine(`Only the state changes: ${change}`);
    }
    // The plan is written last, so that a preview that is killed leaves none. A copy to a device would fail.
    if (options.plan !== undefined) {
      const approved: ApprovedPlan = {
        ...fulfillable(JSON.parse(await readFile(plan, "utf8"))),
        objectsBefore: objectsBefore(events, state),
        domains: domainVariables(env),
        ...(found && { objectsFound: foundObjects(found) }),
      };
      await writeFile(options.plan, JSON.stringify(approved));
    }
    return outcome;
  });
}

/** What a preview that has succeeded, and its refresh, found. */
async function outcomeIn(
  events: EngineEvent[],
  found: RefreshResult | undefined,
  state: StackState,
  target: Target,
  env: NodeJS.ProcessEnv,
): Promise<PreviewOutcome & { accepted: string[] }> {
  const { result, ...outcome } = outcomeOf(events.filter(isReported));
  const tenants = await tenantsIn(events, env);
  if (found === undefined) return { ...outcome, result, tenants, accepted: [] };
  const repaired = repairsIn(driftFound(found, state), events, target);
  const isChanged = repaired.accepted.length > 0;
  return { ...outcome, ...repaired, result: isChanged ? "changes" : result, tenants };
}

/** The temporary path of the plan is of no use to a reader. */
const isAboutPlanFile = /^Update plan written to |^Run `pulumi up --plan=/;
