import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TemplateToken } from "@actions/workflow-parser/templates/tokens/template-token";
import { run, temporaryFolder } from "../project";
import { textsAt, writeFileIn } from "./files";
import { repository, token } from "./forge";
import type { Ran, RanJob } from "./ran";
import { defaultBranch } from "./repository";
import type { Team } from "./team";
import {
  evaluated,
  readWorkflow,
  type Scope,
  type WorkflowJob,
  type WorkflowStep,
} from "./workflow";

/** The event that starts a workflow. */
interface Event {
  name: "pull_request" | "push" | "schedule" | "workflow_dispatch";
  /** The branch of a push, or the base branch of a pull request. */
  branch: string;
  sha: string;
  ref: string;
  payload: object;
}

/** Runs a team's workflows. It has only those parts of GitHub Actions that the written workflows use. */
export class GithubActions {
  constructor(private readonly team: Team) {}

  /** Pull request 7 gets this commit. */
  pullRequest(head: string, branch = defaultBranch): Promise<Ran> {
    this.team.forge.head = head;
    const pull = {
      number: 7,
      user: { login: "somebody" },
      head: { sha: head, repo: { full_name: repository } },
    };
    const payload = { number: 7, pull_request: pull };
    return this.start({
      name: "pull_request",
      branch,
      sha: head,
      ref: "refs/pull/7/merge",
      payload,
    });
  }

  push = (sha: string) => this.onDefaultBranch("push", sha);

  schedule = async () =>
    this.onDefaultBranch("schedule", await this.team.repository.commitOf(defaultBranch));

  /** Runs the workflow apply by hand. */
  runApply = async () =>
    this.onDefaultBranch("workflow_dispatch", await this.team.repository.commitOf(defaultBranch));

  private onDefaultBranch(name: Event["name"], sha: string): Promise<Ran> {
    const ref = `refs/heads/${defaultBranch}`;
    return this.start({ name, branch: defaultBranch, sha, ref, payload: { ref } });
  }

  private async start(event: Event): Promise<Ran> {
    const files = {
      pull_request: "preview",
      push: "apply",
      schedule: "drift",
      workflow_dispatch: "apply",
    };
    const { prefix, repository } = this.team;
    const path = `.github/workflows/${prefix}${files[event.name]}.yml`;
    const { events, jobs, folder } = await readWorkflow(await repository.read(event.sha, path));
    const { pull_request: request, push } = events;
    const filter = { pull_request: request, push }[event.name as "push"];
    const { branches = [event.branch], paths = ["**"] } = filter ?? {};
    const starts =
      events[event.name] !== undefined &&
      branches.includes(event.branch) &&
      (filter === undefined || (await repository.hasChanged(event.sha, paths)));
    return new Run(this.team, event, starts ? jobs : [], folder).all();
  }
}

/** The run of a workflow. */
class Run {
  private readonly artifacts = new Map<string, Record<string, string>>();
  private results: Record<string, { result: RanJob["result"]; outputs: Record<string, string> }> =
    {};
  private waiting: { id: string; name: string; run: () => Promise<RunningJob> }[] = [];

  constructor(
    private readonly team: Team,
    private readonly event: Event,
    private readonly jobs: WorkflowJob[],
    private readonly folder: string,
  ) {}

  /** Runs all jobs, up to those that wait for reviewers, and those that need them. */
  all = () => this.runJobs(this.jobs, []);

  private async runJobs(jobs: WorkflowJob[], done: RanJob[]): Promise<Ran> {
    this.waiting = [];
    const later: WorkflowJob[] = [];
    // Each job comes after those that it needs.
    for (const job of jobs) {
      const unfinished = [...this.waiting.map(({ id }) => id), ...later.map(({ id }) => id.value)];
      if (job.needs?.some(({ value }) => unfinished.includes(value))) later.push(job);
      else done.push(...(await this.runJob(job)));
    }
    const { waiting } = this;
    return {
      jobs: done,
      waiting: waiting.map(({ name }) => name),
      approve: async () => {
        const approved = await Promise.all(waiting.map(({ run: runLeg }) => runLeg()));
        for (const { id } of waiting) this.finish(id, approved);
        return this.runJobs(later, approved);
      },
    };
  }

  private finish(id: string, done: RunningJob[]): void {
    const result = done.some((leg) => leg.result === "failure") ? "failure" : "success";
    this.results[id] = { result, outputs: Object.assign({}, ...done.map((leg) => leg.outputs)) };
  }

  private async runJob(job: WorkflowJob): Promise<RanJob[]> {
    const { event } = this;
    const id = job.id.value;
    const github = {
      event_name: event.name,
      event: event.payload,
      sha: event.sha,
      ref: event.ref,
      repository,
      token,
    };
    const failed = (job.needs ?? []).some((name) => this.results[name.value]?.result === "failure");
    const scope = { contexts: { github, needs: this.results }, failed };
    if (!evaluated(job.if, scope)) {
      this.results[id] = { result: "skipped", outputs: {} };
      return [{ name: id, result: "skipped", text: "" }];
    }
    const legs = matrixOf(job, scope).map((matrix) => {
      const legScope = { ...scope, contexts: { ...scope.contexts, matrix } };
      const name = String(evaluated(job.name, legScope));
      const environment = evaluated(job.environment, legScope);
      const runLeg = () => this.runLeg(name, job, legScope, environment);
      return { id, name, isReviewed: /-apply$/.test(environment), run: runLeg };
    });
    this.waiting.push(...legs.filter(({ isReviewed }) => isReviewed));
    const done = await Promise.all(
      legs.filter(({ isReviewed }) => !isReviewed).map(({ run: runLeg }) => runLeg()),
    );
    this.finish(id, done);
    return done;
  }

  private async runLeg(name: string, job: WorkflowJob, scope: Scope, environment?: string) {
    const running = new RunningJob(name, this.team, this.artifacts, this.event, {
      ...scope.contexts,
      vars: this.team.variables,
      secrets: this.team.secretsOf(environment),
    });
    for (const step of job.steps) await running.runStep({ folder: this.folder, ...step }, job.env);
    running.outputs = textsOf(job.outputs, running.scope);
    running.text += running.summary;
    const { forge, seen } = this.team;
    // The command itself has words such as "ciphertext".
    const files = [...this.artifacts].filter(([name]) => !name.startsWith("command-"));
    seen.push(running.text, JSON.stringify([files, forge.comments, forge.issues]));
    return running;
  }
}

class RunningJob implements RanJob {
  result: RanJob["result"] = "success";
  text = "";
  outputs: Record<string, string> = {};
  private readonly folder = temporaryFolder();
  private readonly files = temporaryFolder();
  private readonly steps: Record<string, { outcome: string; outputs: object }> = {};
  private readonly env: NodeJS.ProcessEnv;

  constructor(
    readonly name: string,
    private readonly team: Team,
    private readonly artifacts: Map<string, Record<string, string>>,
    private readonly event: Event,
    private readonly contexts: Scope["contexts"],
  ) {
    writeFileIn(this.files, "event.json", JSON.stringify(event.payload));
    this.env = {
      ...team.installation.environment(),
      ...team.forge.environments.GitHub,
      GITHUB_SERVER_URL: team.repository.server,
      GITHUB_REF: event.ref,
      GITHUB_SHA: event.sha,
      GITHUB_EVENT_PATH: join(this.files, "event.json"),
    };
  }

  get summary(): string {
    return Object.values(textsAt(join(this.files, "summary"))).join();
  }

  get scope(): Scope {
    const contexts = { ...this.contexts, steps: this.steps };
    return { contexts, failed: this.result === "failure" };
  }

  async runStep(step: WorkflowStep, env: WorkflowJob["env"]): Promise<void> {
    const { scope } = this;
    let outcome = "skipped";
    const output = join(this.files, `output-${step.id}`);
    writeFileIn(this.files, `output-${step.id}`, "");
    if (evaluated(step.if, scope)) {
      const done = step.uses
        ? await this.useAction(step.uses.value, textsOf(step.with, scope))
        : await this.runCommands(evaluated(step.run, scope), step.folder ?? ".", {
            ...textsOf(env, scope),
            ...textsOf(step.env, scope),
            GITHUB_OUTPUT: output,
            GITHUB_STEP_SUMMARY: join(this.files, "summary"),
          });
      outcome = done ? "success" : "failure";
      if (!done) this.result = "failure";
    }
    const lines = readFileSync(output, "utf8").split("\n").filter(Boolean);
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/)));
    this.steps[step.id] = { outcome, outputs };
  }

  private async runCommands(commands: string, folder: string, env: NodeJS.ProcessEnv) {
    const all = { ...this.env, ...env };
    const { code, text } = await run(
      "bash",
      ["-e", "-c", commands],
      join(this.folder, folder),
      all,
    );
    this.text += text;
    return code === 0;
  }

  /** The actions that the written workflows use. */
  private async useAction(uses: string, input: Record<string, string>): Promise<boolean> {
    const [action] = uses.split("@");
    const { name = "", pattern = "", path = "" } = input;
    if (action === "actions/checkout") {
      await this.team.repository.checkOut(this.event.sha, this.folder);
    } else if (action === "pulumi/actions") {
      this.env.PATH = this.team.installation.pathWithPulumi;
    } else if (action === "actions/upload-artifact") {
      const files = textsAt(join(this.folder, path));
      if (Object.keys(files).length > 0) this.artifacts.set(name, files);
      else return input["if-no-files-found"] !== "error";
    } else if (action === "actions/download-artifact") {
      // Without another run's number, the action sees only this run's artifacts.
      const start = name || pattern.replace("*", "");
      const chosen = [...this.artifacts].filter(([one]) => one.startsWith(start));
      for (const [file, text] of chosen.flatMap(([, files]) => Object.entries(files))) {
        writeFileIn(join(this.folder, path), file, text);
      }
      return name === "" || chosen.length > 0;
    } else if (action !== "actions/setup-node") throw new Error(`there is no action ${action}`);
    return true;
  }
}

/** The values of the context `matrix`, one for each job. */
function matrixOf({ strategy }: WorkflowJob, scope: Scope): Record<string, string>[] {
  if (!strategy) return [{}];
  const [[name, values] = []] = Object.entries<string[]>(evaluated(strategy, scope).matrix);
  return (values ?? []).map((value) => ({ [name ?? ""]: value }));
}

/** A mapping's values in the form for an environment or an action. */
function textsOf(mapping: TemplateToken | undefined, scope: Scope): Record<string, string> {
  const values = Object.entries(evaluated(mapping, scope) ?? {});
  return Object.fromEntries(values.map(([name, value]) => [name, String(value ?? "")]));
}
