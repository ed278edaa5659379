/** What starts a workflow of GitHub. */
export interface GithubEvent {
  name: string;
  /** The commit that is checked out. */
  sha: string;
  ref: string;
  /** The branch of a push, or that of a pull request's base. */
  branch: string;
  payload: object;
  hasSecrets: boolean;
}

export interface WorkflowRun {
  id: number;
  attempt: number;
  /** The workflow's file, such as `apply.yml`. */
  file: string;
  event: GithubEvent;
  /** The files of each artifact, by its name; every attempt sees them. */
  artifacts: Map<string, Record<string, string>>;
}
