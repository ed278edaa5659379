import { parse } from "yaml";
import { run, temporaryFolder } from "../project";
import type { Author, Ci, Ran, RunOptions } from "./ci";
import { writeFileIn } from "./files";
import { artifactsIn, type Leg, legsOf, neededBy, stagesOf } from "./gitlabJobs";
import { expand, type Variables } from "./gitlabRule";
import type { Place } from "./place";
import { recordGitlabJob } from "./record";
import { defaultBranch } from "./repository";
import type { Pipeline, PipelineJob } from "./runs";

/** Runs .gitlab-ci.yml of the team's project, number 1, as GitLab does. */
export class GitlabCi implements Ci {
  private pipelines = 0;
  /** Other numbers than those of the pipelines. */
  private jobs = 1000;

  constructor(private readonly place: Place) {}

  pullRequest(head: string, by: Author = "member"): Promise<Ran> {
    if (by === "dependabot") throw new Error("GitLab has no Dependabot");
    const project = by === "fork" ? 2 : 1;
    this.place.forge.head = head;
    return this.start(head, project, {
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_COMMIT_REF_NAME: "change",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_PROJECT_ID: "1",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(project),
    });
  }

  push = (commit: string) => this.onDefaultBranch("push", commit);

  previewByHand = () => this.onDefaultBranch("web");

  schedule = () => this.onDefaultBranch("schedule");

  private async onDefaultBranch(source: string, commit?: string): Promise<Ran> {
    return this.start(commit ?? (await this.place.repository.commitOf(defaultBranch)), 1, {
      CI_PIPELINE_SOURCE: source,
      CI_COMMIT_REF_NAME: defaultBranch,
      CI_COMMIT_BRANCH: defaultBranch,
    });
  }

  private async start(sha: string, project: number, source: Variables): Promise<Ran> {
    this.pipelines += 1;
    const variables = {
      ...this.place.forge.environments.GitLab,
      ...source,
      CI_COMMIT_SHA: sha,
      CI_DEFAULT_BRANCH: defaultBranch,
      CI_PIPELINE_ID: String(this.pipelines),
      CI_PROJECT_ID: String(project),
    };
    const file = parse(await this.place.repository.read(sha, ".gitlab-ci.yml"));
    const pipeline = { id: this.pipelines, sha, project, variables };
    return this.runLegs(pipeline, legsOf(file, variables));
  }

  private async runLegs(
    pipeline: Pipeline,
    legs: Leg[],
    { cancelApply = false }: RunOptions = {},
  ): Promise<Ran> {
    const done = new Map<Leg, PipelineJob>();
    for (const stage of stagesOf(legs)) {
      const run = async (leg: Leg) => {
        const needed = neededBy(leg, legs).map((one) => done.get(one) as PipelineJob);
        const isCancelled = cancelApply && leg.job.stage === "apply";
        done.set(leg, await this.runLeg(pipeline, leg, needed, isCancelled));
      };
      await Promise.all(stage.map(run));
    }
    return {
      jobs: [...done].map(([{ name }, { status, allowFailure, text }]) => ({
        ...{ name: name.replace(/: \[|\]$/g, (mark) => (mark === "]" ? "" : " ")), text },
        result: allowFailure ? "success" : results[status],
      })),
      again: (options) => this.runLegs(pipeline, legs, options),
    };
  }

  private async runLeg(
    pipeline: Pipeline,
    leg: Leg,
    needed: PipelineJob[],
    isCancelled: boolean,
  ): Promise<PipelineJob> {
    this.jobs += 1;
    const ready = needed.every(({ status, allowFailure }) => status === "success" || allowFailure);
    const job: PipelineJob = {
      ...{ id: this.jobs, allowFailure: false, text: "", artifacts: {} },
      status: isCancelled ? "canceled" : "skipped",
    };
    if (!isCancelled && (ready || leg.when === "always")) {
      Object.assign(job, await this.runScript(pipeline, leg, needed, job.id));
    }
    this.place.printed(JSON.stringify(job));
    recordGitlabJob(this.place.forge, pipeline, leg.name, job);
    return job;
  }

  private async runScript(
    pipeline: Pipeline,
    { name, job, matrix }: Leg,
    needed: PipelineJob[],
    id: number,
  ): Promise<Partial<PipelineJob>> {
    const folder = temporaryFolder();
    await this.place.repository.checkOut(pipeline.sha, folder);
    for (const { artifacts } of needed) {
      for (const [file, text] of Object.entries(artifacts)) writeFileIn(folder, file, text);
    }
    const variables = {
      ...{ ...pipeline.variables, CI_JOB_ID: String(id), CI_JOB_NAME: name },
      CI_JOB_URL: `https://gitlab.example/acme/tenants/-/jobs/${id}`,
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

const results = {
  success: "success",
  failed: "failure",
  canceled: "cancelled",
  skipped: "skipped",
} as const;
