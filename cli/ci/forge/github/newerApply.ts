import { isObject, type Props } from "../../../../provider/shared/json";
import { applyStep, githubJob } from "../../names";
import type { ForgeClient } from "../client";
import type { Run } from "../forge";
import { requireInteger, requireVariable } from "../variables";
import { jobsOf, workflowRuns } from "./workflowRuns";

/** The newest later run of this workflow, if any, that has started to apply a plan of the stack. */
export async function newerApply(
  client: ForgeClient,
  env: NodeJS.ProcessEnv,
  stack: string,
): Promise<Run | undefined> {
  const ownNumber = requireInteger(env, "GITHUB_RUN_NUMBER");
  const branch = encodeURIComponent(requireVariable(env, "GITHUB_REF_NAME"));
  const runs = await workflowRuns(client, workflowFile(env), `branch=${branch}`);
  // A fork can edit the workflow and name its branch like this one, but its runs get no secrets.
  for (const run of runs.filter((each) => each.number > ownNumber && !each.isOfFork)) {
    // Of every attempt: a second attempt does not undo what the first one applied.
    const jobs = await jobsOf(client, run, "all");
    const applies = jobs.filter(({ name }) => name === githubJob("apply", stack));
    const job = applies.find(({ item }) => mayHaveApplied(item));
    if (job) return { url: run.url, state: job.state };
  }
  return undefined;
}

/** Of `acme/tenants/.github/workflows/apply.yml@refs/heads/main`, the name of the file. */
function workflowFile(env: NodeJS.ProcessEnv): string {
  const reference = requireVariable(env, "GITHUB_WORKFLOW_REF");
  const [, file] = /\/([^/@]+)@/.exec(reference) ?? [];
  if (file !== undefined) return encodeURIComponent(file);
  throw new Error(`GITHUB_WORKFLOW_REF is ${JSON.stringify(reference)}, which names no workflow.`);
}

/** Whether a job may have started its step, however it ended; true in doubt. */
function mayHaveApplied({ status, conclusion, runner_name: runner, steps }: Props): boolean {
  const stepList = Array.isArray(steps) ? steps.filter(isObject) : [];
  const isWaiting = /^(queued|requested|waiting|pending)$/.test(String(status));
  const hasNoRunner = runner === null || runner === "";
  // Skipped, cancelled before a runner took it, or rejected by a reviewer.
  const neverRan = conclusion === "skipped" || (stepList.length === 0 && hasNoRunner);
  // Only for a failure: a cancelled job can show the step that was running as skipped.
  const failedBefore =
    conclusion === "failure" &&
    stepList.some((step) => step.name === applyStep && step.conclusion === "skipped");
  return !(isWaiting || neverRan || failedBefore);
}
