import type { Variables } from "./gitlabRule";

/** What starts a workflow of GitHub. */
export interface GithubEvent {
  name: string;
  /** The commit that is checked out. */
  sha: string;
  /** The commit that the run belongs to; another one for a pull request. */
  head: string;
  ref: string;
  /** The repository of the commit. */
  from: string;
  payload: object;
  hasSecrets: boolean;
}

export interface WorkflowRun {
  /** Also its number within the workflow. */
  id: number;
  attempt: number;
  /** The workflow's file, such as `apply.yml`. */
  file: string;
  event: GithubEvent;
}

/** A pipeline of GitLab. */
export interface Pipeline {
  id: number;
  sha: string;
  /** The number of the project that it runs in. */
  project: number;
  /** What GitLab sets for every job. */
  variables: Variables;
}

export interface PipelineJob {
  id: number;
  status: "success" | "failed" | "canceled" | "skipped";
  /** Whether its failure is only a warning. */
  allowFailure: boolean;
  text: string;
  artifacts: Record<string, string>;
}
