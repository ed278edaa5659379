import { workflowFiles } from "../names";
import { githubApply } from "./github/apply";
import { githubDrift } from "./github/drift";
import { githubPreview } from "./github/preview";
import { gitlabPipeline } from "./gitlab/pipeline";
import { type ForgeName, hasJobForEachStack, type PipelinePlan } from "./plan";

/** A file to write, without its settings line. */
export interface PipelineFile {
  /** The path in the repository, with slashes. */
  path: string;
  text: string;
}

const workflow = (name: string) => `.github/workflows/${name}`;

/** Every file that a forge can have, the most telling first. */
export const pipelinePaths: Record<ForgeName, string[]> = {
  github: Object.values(workflowFiles).map(workflow),
  gitlab: [".gitlab-ci.yml"],
};

/** The files for a forge; those of GitHub without previews and applies where a matrix cannot have them. */
export function pipelineFiles(forge: ForgeName, plan: PipelinePlan): PipelineFile[] {
  if (forge === "gitlab") return [{ path: ".gitlab-ci.yml", text: gitlabPipeline(plan) }];
  const drift = { path: workflow(workflowFiles.drift), text: githubDrift(plan) };
  if (!hasJobForEachStack(forge, plan)) return [drift];
  return [
    { path: workflow(workflowFiles.preview), text: githubPreview(plan) },
    { path: workflow(workflowFiles.apply), text: githubApply(plan) },
    drift,
  ];
}
