import { workflowFiles } from "../names";
import { githubApply } from "./github/apply";
import { githubDrift } from "./github/drift";
import { githubPreview } from "./github/preview";
import { gitlabPipeline } from "./gitlabPipeline";
import { type ForgeName, hasJobForEachStack, type PipelinePlan } from "./plan";
import type { RepositoryFile } from "./repositoryFiles";

const workflow = (name: string) => `.github/workflows/${name}`;

/** The file with the drift check. */
export const driftPath: Record<ForgeName, string> = {
  github: workflow(workflowFiles.drift),
  gitlab: ".gitlab-ci.yml",
};

/** Every file that a forge can have. */
export const pipelinePaths: Record<ForgeName, string[]> = {
  github: Object.values(workflowFiles).map(workflow),
  gitlab: [driftPath.gitlab],
};

/**
 * The files for a forge, without their settings lines. Previews and applies are left out where a matrix
 * cannot have a job for each stack.
 */
export function pipelineFiles(forge: ForgeName, plan: PipelinePlan): RepositoryFile[] {
  if (forge === "gitlab") return [{ path: driftPath.gitlab, text: gitlabPipeline(plan) }];
  const drift = { path: driftPath.github, text: githubDrift(plan) };
  if (!hasJobForEachStack(forge, plan)) return [drift];
  return [
    { path: workflow(workflowFiles.preview), text: githubPreview(plan) },
    { path: workflow(workflowFiles.apply), text: githubApply(plan) },
    drift,
  ];
}
