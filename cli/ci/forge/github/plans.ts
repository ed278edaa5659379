import { appendFileSync } from "node:fs";
import { githubJob, planArtifact, workflowFiles } from "../../names";
import type { ForgeClient } from "../client";
import { commitHash, object, optionalText } from "../fields";
import type { FoundPlan, MissingPlan } from "../forge";
import { requireVariable } from "../variables";
import { jobsOf, type WorkflowJob, type WorkflowRun, workflowRuns } from "./workflowRuns";

/** The plan of the newest preview of a stack for a commit. */
export async function findPlan(
  client: ForgeClient,
  env: NodeJS.ProcessEnv,
  stack: string,
  commit: string,
): Promise<FoundPlan | MissingPlan> {
  const runs = await workflowRuns(client, workflowFiles.preview, `head_sha=${commit}`);
  const previews: { run: WorkflowRun; job: WorkflowJob }[] = [];
  for (const run of runs.filter((each) => each.commit === commit && !each.isOfFork)) {
    const jobs = await jobsOf(client, run, "latest");
    const job = jobs.find(({ name }) => name === githubJob("preview", stack));
    // Such as a job of Dependabot, which gets no secrets.
    if (job !== undefined && job.state !== "skipped") previews.push({ run, job });
  }
  // Not the first: an older run that was run again has the newest preview.
  const [newest] = previews.sort((a, b) => startOf(b.job) - startOf(a.job));
  if (newest === undefined) return {};

  const { run, job } = newest;
  const preview = { url: run.url, state: job.state };
  const artifact = planArtifact(stack, commit);
  if (job.state !== "success" || !(await hasArtifact(client, run, artifact))) {
    return { run: preview };
  }
  return { run: preview, take: async () => nameArtifact(env, artifact, run) };
}

/** When a job started; a job that has not is newer than all others. */
const startOf = ({ item }: WorkflowJob) =>
  Date.parse(String(item.started_at)) || Number.MAX_SAFE_INTEGER;

async function hasArtifact(client: ForgeClient, { id }: WorkflowRun, name: string) {
  const found = await client.list(
    `/actions/runs/${id}/artifacts?name=${encodeURIComponent(name)}`,
    (item) => item.name === name && item.expired === false,
    "artifacts",
  );
  return found.includes(true);
}

/** Names the artifact for the next step, which downloads it. */
function nameArtifact(env: NodeJS.ProcessEnv, name: string, { id }: WorkflowRun): void {
  const file = requireVariable(env, "GITHUB_OUTPUT");
  appendFileSync(file, `name=${name}\nrun=${id}\n`);
}

/** The last commits of the pull requests that a commit merged. */
export async function mergedCommits(client: ForgeClient, commit: string): Promise<string[]> {
  const pulls = await client.list(`/commits/${commit}/pulls`, (pull) => ({
    isMergedBy:
      optionalText(pull, "merged_at") !== undefined &&
      optionalText(pull, "merge_commit_sha") === commit,
    head: commitHash(object(pull, "head"), "sha"),
  }));
  return pulls.filter(({ isMergedBy }) => isMergedBy).map(({ head }) => head);
}
