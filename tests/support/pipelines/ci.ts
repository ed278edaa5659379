/** The pipelines of a team, on either forge. */
export interface Ci {
  /** A pull request into the default branch, number 7, gets this commit. */
  pullRequest(head: string, by?: Author): Promise<Ran>;
  /** The default branch gets this commit. */
  push(commit: string): Promise<Ran>;
  /** A preview of the default branch. */
  previewByHand(): Promise<Ran>;
  schedule(): Promise<Ran>;
}

/** Whose pull request it is: with a commit in the repository itself, or in a fork. */
export type Author = "member" | "fork" | "dependabot";

/** What happened in a run of a pipeline. */
export interface Ran {
  /** What became of each job. */
  jobs: RanJob[];
  /** Runs all jobs again. */
  again(options?: RunOptions): Promise<Ran>;
}

export interface RanJob {
  name: string;
  /** On GitLab, `success` includes a failure that is allowed. */
  result: Result;
  /** All that it printed, and its summary. */
  text: string;
}

export type Result = "success" | "failure" | "cancelled" | "skipped";

export interface RunOptions {
  /** Cancels the apply when it has found its plan; on GitLab, which cancels whole jobs, when it starts. */
  cancelApply?: boolean;
}

/** For an expectation that shows what a failed job printed: its name, or no job. */
export const failures = ({ jobs }: Ran): string[] =>
  jobs.filter(({ result }) => result === "failure").map(({ name, text }) => `${name}:\n${text}`);

export const textOf = ({ jobs }: Ran): string => jobs.map(({ text }) => text).join("\n");

export const resultsOf = ({ jobs }: Ran): Record<string, Result> =>
  Object.fromEntries(jobs.map(({ name, result }) => [name, result]));
