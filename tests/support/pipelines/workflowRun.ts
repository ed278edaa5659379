import { join } from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../project";
import { actionsOf } from "./actionsOfJob";
import type { Result } from "./ci";
import { conditionHolds, filledIn, type Scope, type Status } from "./expression";
import { writeFileIn } from "./files";
import { repository, token } from "./forge";
import type { Place } from "./place";
import { recordGithubJob } from "./record";
import type { WorkflowRun } from "./runs";
import { requireSupported, Unsupported } from "./unsupported";
import { type Any, type Job, runSteps } from "./workflow";

/**
 * Runs the jobs of a workflow as GitHub does; returns them by the names that GitHub shows, and skipped
 * ones by their ids.
 */
export async function runWorkflow(
  place: Place,
  run: WorkflowRun,
  cancelAt: string | undefined,
): Promise<Record<string, Job>> {
  const path = `.github/workflows/${run.file}`;
  const workflow = parse(await place.repository.read(run.event.sha, path));
  requireSupported("name on permissions concurrency jobs", workflow);
  const done: Record<string, Job> = {};
  const results = new Map<string, Result>();
  for (const [id, job] of inOrder(workflow.jobs)) {
    const needs = needsOf(job).map((name) => [name, { result: results.get(name) }]);
    const scope = {
      contexts: {
        ...{ github: githubContext(run), vars: place.variables },
        needs: Object.fromEntries(needs),
      },
      status: statusOf(workflow.jobs, job, results),
    };
    if (!conditionHolds(job.if, scope)) {
      done[id] = { result: "skipped", steps: [], summary: "" };
      results.set(id, "skipped");
      continue;
    }
    const jobs = await Promise.all(
      matrixOf(job).map(async (matrix) => {
        const legScope = { ...scope, contexts: { ...scope.contexts, matrix } };
        const name = filledIn(job.name ?? id, legScope);
        done[name] = await runJobOf(place, run, { id, name, job, cancelAt, scope: legScope });
        return done[name].result;
      }),
    );
    results.set(id, worst(jobs));
  }
  return done;
}

interface JobToRun {
  id: string;
  name: string;
  job: Any;
  scope: Scope;
  cancelAt: string | undefined;
}

async function runJobOf(
  place: Place,
  run: WorkflowRun,
  { id, name, job, scope, cancelAt }: JobToRun,
): Promise<Job> {
  const folder = temporaryFolder();
  const env = environmentOf(place, run, id);
  const environment = job.environment && filledIn(job.environment, scope);
  const { secrets, variables } = environment ? place.settingsOf(environment) : noSettings;
  const done = await runSteps(job, {
    ...{ folder, env, cancelAt },
    contexts: {
      ...scope.contexts,
      vars: { ...place.variables, ...variables },
      secrets: run.event.hasSecrets ? secrets : {},
    },
    actions: actionsOf({ place, run, folder, env }),
  });
  place.printed(JSON.stringify(done));
  recordGithubJob(place.forge, run, name, done);
  return done;
}

const noSettings = { secrets: {}, variables: {} };

const githubContext = ({ id, attempt, event, file }: WorkflowRun) => ({
  ...{ event_name: event.name, event: event.payload, sha: event.sha, ref: event.ref },
  ...{ repository, token, workflow: file },
  ...{ run_id: id, run_number: id, run_attempt: attempt },
});

/** What GitHub sets for every step. */
function environmentOf(place: Place, run: WorkflowRun, job: string): NodeJS.ProcessEnv {
  const { event } = run;
  const folder = temporaryFolder();
  const payload = { ...event.payload, repository: { full_name: repository } };
  writeFileIn(folder, "event.json", JSON.stringify(payload));
  return {
    ...place.installation.environment(),
    ...place.forge.environments.GitHub,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: join(folder, "event.json"),
    GITHUB_JOB: job,
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/(heads|pull)\//, ""),
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: String(run.id),
    GITHUB_SHA: event.sha,
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/${run.file}@${event.ref}`,
  };
}

const needsOf = (job: Any): string[] => [job.needs ?? []].flat();

/** A workflow's jobs, each after those that it needs. */
function inOrder(jobs: Record<string, Any>): [string, Any][] {
  const order = new Map<string, Any>();
  const add = (id: string) => {
    if (!jobs[id]) throw new Error(`there is no job ${id}`);
    for (const needed of needsOf(jobs[id])) add(needed);
    order.set(id, jobs[id]);
  };
  for (const id of Object.keys(jobs)) add(id);
  return [...order];
}

/** Of all jobs that a job needs, and of those that these need. */
function statusOf(jobs: Record<string, Any>, job: Any, results: Map<string, Result>): Status {
  const before = (one: Any): string[] => needsOf(one).flatMap((id) => [id, ...before(jobs[id])]);
  const needed = before(job).map((id) => results.get(id));
  return {
    success: needed.every((result) => result === "success"),
    failure: needed.includes("failure"),
    cancelled: [...results.values()].includes("cancelled"),
  };
}

/** The values of the context `matrix`, one for each job. */
function matrixOf({ strategy }: Any): Record<string, string>[] {
  if (!strategy) return [{}];
  requireSupported("fail-fast matrix", strategy);
  const [[name = "", values] = [], ...more] = Object.entries<Any>(strategy.matrix);
  if (strategy["fail-fast"] !== false || !Array.isArray(values) || more.length > 0) {
    throw new Unsupported(strategy);
  }
  return values.map((value) => ({ [name]: value }));
}

const worst = (results: Result[]): Result =>
  (["cancelled", "failure"] as const).find((result) => results.includes(result)) ?? "success";
