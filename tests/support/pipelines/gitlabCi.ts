import { join } from "node:path";
import { parse } from "yaml";
import { run, temporaryFolder } from "../project";
import { textsAt, writeFileIn } from "./files";
import type { Ran, RanJob } from "./ran";
import { defaultBranch } from "./repository";
import type { Settings, Team } from "./team";

// biome-ignore lint/suspicious/noExplicitAny: a pipeline's content, which a unit test checks
type Any = any;

/** A job of a pipeline, with its values in a matrix. */
interface Leg {
  name: string;
  id: string;
  job: Any;
  when: string;
  variables: Settings;
}

interface Pipeline {
  sha: string;
  legs: Leg[];
  artifacts: Map<string, Record<string, string>>;
  results: Map<string, RanJob["result"]>;
}

/**
 * Runs .gitlab-ci.yml of a team's project, number 1. It has only those parts of GitLab CI that the written
 * file uses. gitlab-ci-local needs rsync and Node 22, and each start takes a second of CPU time.
 */
export class GitlabCi {
  constructor(private readonly team: Team) {}

  /** Merge request 7 gets this commit. */
  mergeRequest(head: string): Promise<Ran> {
    this.team.forge.head = head;
    return this.start(head, {
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_PROJECT_ID: "1",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "1",
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: defaultBranch,
    });
  }

  push = (sha: string) =>
    this.start(sha, { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: defaultBranch });

  schedule = () => this.onDefaultBranch("schedule");

  /** Runs a pipeline by hand. */
  runApply = () => this.onDefaultBranch("web");

  private async onDefaultBranch(source: string): Promise<Ran> {
    const more = { CI_PIPELINE_SOURCE: source, CI_COMMIT_BRANCH: defaultBranch };
    return this.start(await this.team.repository.commitOf(defaultBranch), more);
  }

  private async start(sha: string, source: Settings): Promise<Ran> {
    const file = parse(await this.team.repository.read(sha, ".gitlab-ci.yml"));
    const variables = {
      ...this.team.forge.environments.GitLab,
      ...source,
      CI_COMMIT_SHA: sha,
      CI_DEFAULT_BRANCH: defaultBranch,
      CI_JOB_TOKEN: "canary-job-token",
      CI_PROJECT_URL: `${this.team.repository.server}/acme/tenants`,
    };
    const pipeline = {
      sha,
      legs: legsOf(file, variables),
      artifacts: new Map(),
      results: new Map(),
    };
    return this.runLegs(pipeline, []);
  }

  /** Runs the started manual jobs, and each other job after the jobs that it needs. */
  private async runLegs(pipeline: Pipeline, started: Leg[]): Promise<Ran> {
    const { legs, results } = pipeline;
    const jobs: RanJob[] = [];
    const waiting: Leg[] = [];
    for (const leg of legs) {
      const needed = legs.filter(({ id }) => leg.job.needs?.includes(id));
      const isReady = needed.every(({ name }) => results.has(name));
      const isManual = leg.when === "manual";
      if (isManual && isReady && !results.has(leg.name)) waiting.push(leg);
      if (isManual ? !started.includes(leg) : !isReady || results.has(leg.name)) continue;
      if (leg.when !== "always" && needed.some(({ name }) => results.get(name) === "failure"))
        continue;
      const job = await this.runLeg(pipeline, leg, needed);
      jobs.push(job);
      results.set(leg.name, job.result);
    }
    const manual = [...waiting.filter((leg) => !started.includes(leg))];
    return {
      jobs,
      waiting: manual.map(({ name }) => name),
      approve: () => this.runLegs(pipeline, manual),
    };
  }

  private async runLeg({ sha, artifacts }: Pipeline, leg: Leg, needed: Leg[]): Promise<RanJob> {
    const folder = temporaryFolder();
    await this.team.repository.checkOut(sha, folder);
    for (const { name } of needed) {
      for (const [file, text] of Object.entries(artifacts.get(name) ?? {})) {
        writeFileIn(folder, file, text);
      }
    }
    const job = await this.runScript(leg, folder);
    const { paths = [], when } = leg.job.artifacts ?? {};
    if (job.result === "success" || when === "always") {
      artifacts.set(leg.name, artifactsAt(folder, paths, leg.variables));
    }
    const { forge, seen } = this.team;
    const files = [...artifacts].filter(([name]) => name !== "command");
    seen.push(job.text, JSON.stringify([files, forge.comments, forge.issues]));
    return job;
  }

  private async runScript({ name, job, variables }: Leg, folder: string): Promise<RanJob> {
    const { environment, pathWithPulumi } = this.team.installation;
    const stage = job.environment && expand(job.environment.name, variables);
    const env = { ...environment(), PATH: pathWithPulumi, ...variables };
    const commands = [job.before_script, job.script].flat().join("\n");
    const { code, text } = await run("bash", ["-eo", "pipefail", "-c", commands], folder, {
      ...env,
      ...this.team.variables,
      ...this.team.secretsOf(stage),
    });
    const failed = job.allow_failure?.exit_codes.includes(code) ? "warning" : "failure";
    return { name, text, result: code === 0 ? "success" : failed };
  }
}

/** The jobs of a file whose rules hold. */
function legsOf({ stages, ...jobs }: Any, variables: Settings): Leg[] {
  const started = Object.entries<Any>(jobs).filter(([, { stage }]) => stages.includes(stage));
  const whole = ({ extends: base, ...own }: Any): Any => ({
    ...(base && whole(jobs[base])),
    ...own,
  });
  return started.flatMap(([id, own]) => {
    const job = whole(own);
    const rule = job.rules.find((one: Any) => ruleHolds(one.if, variables));
    if (rule === undefined) return [];
    const stacks: string[] = job.parallel?.matrix[0].STACK ?? [""];
    return stacks.map((stack) => ({
      name: `${id} ${stack}`.trim(),
      id,
      job,
      when: rule.when,
      variables: { ...variables, ...job.variables, STACK: stack },
    }));
  });
}

/** The written rules compare a variable with a text or a variable, and join comparisons by `&&`. */
const ruleHolds = (rule: string, variables: Settings): boolean =>
  rule.split(" && ").every((comparison) => {
    const parts = /^\$(\w+) ([!=])= (?:\$(\w+)|"([\w.-]+)")$/.exec(comparison);
    if (!parts) throw new Error(`this runner can't evaluate the rule ${comparison}`);
    const [, left = "", operator, right = "", text = variables[right]] = parts;
    return (variables[left] === text) === (operator === "=");
  });

/** A text with its variables replaced by their values. */
const expand = (text: string, variables: Settings): string =>
  text.replace(/\$(\w+)/g, (_, name) => variables[name] ?? "");

/** The files that GitLab keeps of a job, by their paths in its folder. */
function artifactsAt(folder: string, paths: string[], variables: Settings): Record<string, string> {
  const files = paths.map((path) => expand(path, variables));
  return Object.fromEntries(
    files.flatMap((path) =>
      Object.entries(textsAt(join(folder, path))).map(([file, text]) => [
        path.endsWith(`/${file}`) ? path : join(path, file),
        text,
      ]),
    ),
  );
}
