import { type Forge, repository } from "./forge";
import type { Pipeline, PipelineJob, WorkflowRun } from "./runs";
import type { Job } from "./workflow";

// What ran, as the forge's interface shows it.

/** Replaces the run's artifact with the same name. */
export function recordArtifact(
  forge: Forge,
  { id, event: { head, from } }: WorkflowRun,
  name: string,
  files: Record<string, string>,
): void {
  forge.artifacts = forge.artifacts.filter((one) => one.name !== name || one.run !== id);
  forge.artifacts.push({ name, run: id, sha: head, from, files });
}

export function recordGithubJob(
  forge: Forge,
  { id, event: { head, from } }: WorkflowRun,
  name: string,
  { result, steps }: Job,
): void {
  recordJob(forge, name, {
    ...{ run: id, sha: head, from },
    job: {
      ...{ status: "completed", conclusion: result },
      steps: steps.map(({ name, outcome }) => ({ name, conclusion: outcome })),
    },
  });
}

export function recordGitlabJob(
  forge: Forge,
  { id, sha, project }: Pipeline,
  name: string,
  { id: jobId, status, artifacts }: PipelineJob,
): void {
  const from = project === 1 ? repository : "fork/tenants";
  const started = status === "skipped" ? null : "2026-01-01T00:00:00Z";
  recordJob(forge, name, {
    ...{ run: id, sha, from },
    job: { id: jobId, status, started_at: started, web_url: `https://gitlab.example/${jobId}` },
  });
  if (Object.keys(artifacts).length > 0) {
    forge.artifacts.push({ name: `job ${jobId}`, run: jobId, sha, from, files: artifacts });
  }
}

function recordJob(
  forge: Forge,
  name: string,
  { run, sha, from, job }: { run: number; sha: string; from: string; job: object },
): void {
  const [, pipeline, stack] = /^(preview|apply)(?:: \[| \()(.+)[\])]$/.exec(name) ?? [];
  if (stack === undefined) return;
  if (pipeline === "preview") {
    forge.previews = forge.previews.filter((one) => one.run !== run || one.stack !== stack);
    forge.previews.push({ run, stack, sha, from, job });
    return;
  }
  for (const one of forge.applies) {
    if (one.run === run && one.stack === stack) one.replaced = true;
  }
  forge.applies.push({ run, stack, job });
}
