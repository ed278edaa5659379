// The names on which the written pipelines and the commands that look for their jobs and files agree.

/** The workflows of GitHub, in `.github/workflows`. */
export const workflowFiles = {
  preview: "preview.yml",
  apply: "apply.yml",
  drift: "drift.yml",
} as const;

export type Pipeline = keyof typeof workflowFiles;

/** A job of a matrix of stacks, as GitHub shows it; the workflows set this name. */
export const githubJob = (job: Pipeline, stack: string): string => `${job} (${stack})`;

/** The same on GitLab, which makes the name itself. */
export const gitlabJob = (job: Pipeline, stack: string): string => `${job}: [${stack}]`;

/** The step of GitHub's apply job before which nothing was applied. */
export const applyStep = "Apply";

/** The artifact on GitHub that contains a plan. */
export const planArtifact = (stack: string, commit: string): string => `plan-${stack}-${commit}`;

/** The path of a plan within the artifacts of GitLab's preview job. */
export const planPath = (stack: string, commit: string): string => `plan/${stack}-${commit}.json`;
