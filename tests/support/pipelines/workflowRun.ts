import { join } from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../project";
import { actionsOf } from "./actionsOfJob";
import type { Result } from "./ci";
import { conditionHolds, evaluated, filledIn, type Scope, type Status } from "./expression";
import { writeFileIn } from "./files";
import { repository, token } from "./forge";
import type { WorkflowRun } from "./githubRun";
import type { Place } from "./place";
import { requireSupported, Unsupported } from "./unsupported";
import { type Any, type Job, runSteps } from "./workflow";

/** Runs the jobs of a workflow as GitHub does. */
export class RunningWorkflow {
  /** The names of the jobs that wait for reviewers. */
  waiting: string[] = [];
  private waitingJobs: (() => Promise<void>)[] = [];
  private results = new Map<string, { result: Result; outputs: Record<string, string> }>();
  /** By the names that GitHub shows, and skipped ones by their ids. */
  private done: Record<string, Job> = {};

  private constructor(
    private readonly place: Place,
    private readonly workflowRun: WorkflowRun,
    private readonly jobs: Record<string, Any>,
  ) {}

  static async load(place: Place, run: WorkflowRun): Promise<RunningWorkflow> {
    const path = `.github/workflows/${run.file}`;
    const workflow = parse(await place.repository.read(run.event.sha, path));
    requireSupported("name on permissions concurrency jobs", workflow);
    return new RunningWorkflow(place, run, workflow.jobs);
  }

  /** Runs all jobs, up to those that wait for reviewers. */
  async run(): Promise<Record<string, Job>> {
    this.workflowRun.attempt += 1;
    Object.assign(this, { waiting: [], waitingJobs: [], results: new Map(), done: {} });
    for (const [id, job] of inOrder(this.jobs)) await this.runJob(id, job);
    return this.done;
  }

  /** Runs the jobs that waited, whether or not they have run already. */
  async approve(): Promise<Record<string, Job>> {
    this.done = {};
    for (const runJob of this.waitingJobs) await runJob();
    return this.done;
  }

  private async runJob(id: string, job: Any): Promise<void> {
    const needs = Object.fromEntries(needsOf(job).map((name) => [name, this.results.get(name)]));
    const contexts = { github: githubContext(this.workflowRun), vars: this.place.variables, needs };
    const scope = { contexts, status: this.statusFor(job) };
    if (!conditionHolds(job.if, scope)) {
      this.done[id] = { result: "skipped", steps: [], summary: "", outputs: {} };
      this.results.set(id, { result: "skipped", outputs: {} });
      return;
    }
    const jobs = await Promise.all(
      matrixOf(job, scope).map(async (matrix): Promise<Job[]> => {
        const legScope = { ...scope, contexts: { ...scope.contexts, matrix } };
        const name = filledIn(job.name ?? id, legScope);
        const environment = job.environment && filledIn(job.environment, legScope);
        const runLeg = async () => {
          this.done[name] = await this.runLeg(id, job, legScope, environment);
          return this.done[name];
        };
        if (!/-apply$/.test(environment ?? "")) return [await runLeg()];
        this.waiting.push(name);
        this.waitingJobs.push(async () => void (await runLeg()));
        return [];
      }),
    );
    const all = jobs.flat();
    this.results.set(id, {
      result: worst(all.map(({ result }) => result)),
      outputs: Object.assign({}, ...all.map(({ outputs }) => outputs)),
    });
  }

  private async runLeg(id: string, job: Any, scope: Scope, environment?: string): Promise<Job> {
    const folder = temporaryFolder();
    const { place, workflowRun: run } = this;
    const env = environmentOf(place, run, id);
    const settings = environment ? place.settingsOf(environment) : { secrets: {}, variables: {} };
    const done = await runSteps(job, {
      ...{ folder, env },
      contexts: {
        ...scope.contexts,
        vars: { ...place.variables, ...settings.variables },
        secrets: run.event.hasSecrets ? settings.secrets : {},
      },
      actions: actionsOf({ place, run, folder, env }),
    });
    place.printed(JSON.stringify([done, [...run.artifacts]]));
    return done;
  }

  /** Of all jobs that a job needs, and of those that these need. */
  private statusFor(job: Any): Status {
    const before = (one: Any): string[] =>
      needsOf(one).flatMap((id) => [id, ...before(this.jobs[id])]);
    const needed = before(job).map((id) => this.results.get(id)?.result);
    return {
      success: needed.every((result) => result === "success"),
      failure: needed.includes("failure"),
      cancelled: false,
    };
  }
}

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
    GITHUB_SERVER_URL: place.repository.server,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: join(folder, "event.json"),
    GITHUB_JOB: job,
    GITHUB_REF: event.ref,
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_RUN_ID: String(run.id),
    GITHUB_SHA: event.sha,
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

/** The values of the context `matrix`, one for each job. */
function matrixOf({ strategy }: Any, scope: Scope): Record<string, string>[] {
  if (!strategy) return [{}];
  requireSupported("fail-fast matrix", strategy);
  const [[name = "", value] = [], ...more] = Object.entries<Any>(strategy.matrix);
  const values = typeof value === "string" ? evaluated(value, scope) : value;
  if (strategy["fail-fast"] !== false || !Array.isArray(values) || more.length > 0) {
    throw new Unsupported(strategy);
  }
  // GitHub fails such a run.
  if (values.length === 0) throw new Error("the matrix has no values");
  return values.map((one) => ({ [name]: one }));
}

const worst = (results: Result[]): Result => (results.includes("failure") ? "failure" : "success");
