import { parse } from "yaml";
import { run, temporaryFolder } from "../project";
import type { Author, Ci, Ran } from "./ci";
import { writeFileIn } from "./files";
import { artifactsIn, type Leg, legsOf, neededBy, stagesOf } from "./gitlabJobs";
import { expand, type Variables } from "./gitlabRule";
import type { Place } from "./place";
import { defaultBranch } from "./repository";

interface Pipeline {
  sha: string;
  /** The number of the project that it runs in. */
  project: number;
  /** What GitLab sets for every job. */
  variables: Variables;
  legs: Leg[];
  /** The latest job of each leg. */
  done: Map<Leg, PipelineJob>;
}

interface PipelineJob {
  status: "success" | "failed" | "skipped";
  /** Whether its failure is only a warning. */
  allowFailure: boolean;
  text: string;
  artifacts: Record<string, string>;
}

/** Runs .gitlab-ci.yml of the team's project, number 1, as GitLab does. */
export class GitlabCi implements Ci {
  private jobs = 1000;

  constructor(private readonly place: Place) {}

  pullRequest(head: string, by: Author = "member", into = defaultBranch): Promise<Ran> {
    if (by === "dependabot") throw new Error("GitLab has no Dependabot");
    const project = by === "fork" ? 2 : 1;
    this.place.forge.head = head;
    return this.start(head, project, {
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_COMMIT_REF_NAME: "change",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_PROJECT_ID: "1",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(project),
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: into,
    });
  }

  push = (commit: string) => this.onDefaultBranch("push", commit);

  schedule = () => this.onDefaultBranch("schedule");

  private async onDefaultBranch(source: string, commit?: string): Promise<Ran> {
    return this.start(commit ?? (await this.place.repository.commitOf(defaultBranch)), 1, {
      CI_PIPELINE_SOURCE: source,
      CI_COMMIT_REF_NAME: defaultBranch,
      CI_COMMIT_BRANCH: defaultBranch,
    });
  }

  private async start(sha: string, project: number, source: Variables): Promise<Ran> {
    const variables = {
      ...this.place.forge.environments.GitLab,
      ...source,
      CI_COMMIT_SHA: sha,
      CI_DEFAULT_BRANCH: defaultBranch,
      CI_JOB_TOKEN: "canary-job-token",
      CI_PROJECT_ID: String(project),
      CI_PROJECT_URL: `${this.place.repository.server}/acme/tenants`,
    };
    const file = parse(await this.place.repository.read(sha, ".gitlab-ci.yml"));
    const legs = legsOf(file, variables);
    const pipeline = { sha, project, variables, legs, done: new Map() };
    return this.runLegs(pipeline, false);
  }

  /** Runs the manual jobs, or all others. */
  private async runLegs(pipeline: Pipeline, manual: boolean): Promise<Ran> {
    const { legs, done } = pipeline;
    const chosen = legs.filter(({ when }) => (when === "manual") === manual);
    for (const stage of stagesOf(chosen)) {
      await Promise.all(
        stage.map(async (leg) => {
          const needed = neededBy(leg, legs).map((one) => done.get(one) as PipelineJob);
          done.set(leg, await this.runLeg(pipeline, leg, needed));
        }),
      );
    }
    return {
      jobs: chosen.map((leg) => {
        const { status, allowFailure, text } = done.get(leg) as PipelineJob;
        return { name: shown(leg), text, result: allowFailure ? "success" : results[status] };
      }),
      waiting: legs.filter(({ when }) => when === "manual").map(shown),
      approve: () => this.runLegs(pipeline, true),
      again: () => this.runLegs(pipeline, false),
    };
  }

  private async runLeg(pipeline: Pipeline, leg: Leg, needed: PipelineJob[]): Promise<PipelineJob> {
    this.jobs += 1;
    const ready = needed.every(({ status, allowFailure }) => status === "success" || allowFailure);
    const job: PipelineJob =
      ready || leg.when === "always"
        ? await this.runScript(pipeline, leg, needed)
        : { status: "skipped", allowFailure: false, text: "", artifacts: {} };
    this.place.printed(JSON.stringify(job));
    return job;
  }

  private async runScript(
    pipeline: Pipeline,
    { name, job, matrix }: Leg,
    needed: PipelineJob[],
  ): Promise<PipelineJob> {
    const folder = temporaryFolder();
    await this.place.repository.checkOut(pipeline.sha, folder);
    for (const { artifacts } of needed) {
      for (const [file, text] of Object.entries(artifacts)) writeFileIn(folder, file, text);
    }
    const variables = {
      ...{ ...pipeline.variables, CI_JOB_ID: String(this.jobs), CI_JOB_NAME: name },
      CI_JOB_URL: `https://gitlab.example/acme/tenants/-/jobs/${this.jobs}`,
      ...{ ...job.variables, ...matrix },
      ...this.variablesOf(pipeline, expand(job.environment?.name ?? "", matrix)),
    };
    const { environment, pathWithPulumi } = this.place.installation;
    const hasPulumi = job.image.name.startsWith("pulumi/");
    const env = { ...environment(), ...(hasPulumi && { PATH: pathWithPulumi }), ...variables };

    const commands = [job.before_script, job.script].flat().join("\n");
    const { code, text } = await run("bash", ["-eo", "pipefail", "-c", commands], folder, env);
    const status = code === 0 ? "success" : "failed";
    return {
      ...{ status, text: `${text}\nexit code ${code}` },
      allowFailure: job.allow_failure?.exit_codes.includes(code) ?? false,
      artifacts: artifactsIn(folder, job.artifacts, status, variables),
    };
  }

  /** What the team has set; a pipeline of another project has none of it. */
  private variablesOf({ project }: Pipeline, environment: string): Variables {
    if (project !== 1) return {};
    if (environment === "") return this.place.variables;
    const { secrets, variables } = this.place.settingsOf(environment);
    return { ...this.place.variables, ...variables, ...secrets };
  }
}

const shown = ({ name }: Leg) => name.replace(/: \[|\]$/g, (mark) => (mark === "]" ? "" : " "));

const results = { success: "success", failed: "failure", skipped: "skipped" } as const;
