import { appendFile, lstat, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { diagnosticFromError, problemsIn } from "../../shared/diagnostic";
import { runWithEvents } from "../../shared/engineEvents";
import { namingOption, prepareFile, withTemporaryFolder } from "../../shared/files";
import { logLine, logLines } from "../../shared/log";
import { installedVersion } from "../../shared/project";
import { checkPulumi } from "../../shared/pulumi";
import { withoutJobSecrets } from "../../shared/secretRemover";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { objectsBefore } from "../approvedState";
import { previewSummary } from "../previewReport/comment";
import type { PreviewReport } from "../previewReport/report";
import { fulfillable } from "../pulumiPlan";
import { assertStackName } from "../stackName";
import { failed, isReported, outcomeOf, type PreviewOutcome } from "./outcome";
import { findStateChanges } from "./stateChanges";
import { tenantsIn } from "./tenants";
import { versionMismatch } from "./versionMismatch";

export interface PreviewOptions {
  cwd: string;
  plan?: string;
  json: string;
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
    const events: EngineEvent[] = [];
    const cli = await checkPulumi();
    const warning = versionMismatch(cli, await installedVersion("@pulumi/pulumi", options.cwd));
    if (warning !== undefined) onLine(warning);
    const run = { onEvent: (event: EngineEvent) => void events.push(event), onLine, stop, env };
    if ((await runWithEvents(args, options.cwd, run)) !== 0) {
      stop.requested.throwIfAborted();
      const problems = problemsIn(events.filter(isReported), env);
      return failed(problems.length > 0 ? problems : [diagnosticFromError(lines.join("\n"), env)]);
    }
    const outcome = {
      ...outcomeOf(events.filter(isReported)),
      tenants: await tenantsIn(events, env),
    };
    // The tenants stay out of `lines`, because the comment and the summary have a place for them.
    const { tenants } = outcome;
    if (tenants.length > 0) console.log(clean(`Tenants: ${tenants.join(", ")}`));
    if (outcome.result === "unchanged") {
      const target = { folder: options.cwd, name: stack };
      const finding = findStateChanges(target, plan, { env, signal: stop.requested });
      const changes = await unlessAborted(stop.engineTimeout, finding);
      if (changes.length > 0) outcome.result = "changes";
      for (const change of changes) onLine(`Only the state changes: ${change}`);
    }
    // The plan is written last, so that a preview that is killed leaves none. A copy to a device would fail.
    if (options.plan !== undefined) {
      const applicable = fulfillable(JSON.parse(await readFile(plan, "utf8")));
      const approved = { ...applicable, objectsBefore: objectsBefore(events) };
      await writeFile(options.plan, JSON.stringify(approved));
    }
    return outcome;
  });
}

/** The temporary path of the plan is of no use to a reader. */
const isAboutPlanFile = /^Update plan written to |^Run `pulumi up --plan=/;
