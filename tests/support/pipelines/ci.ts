/** The pipelines of a team, on either forge. */
export interface Ci {
  /** A pull request, number 7, gets this commit; by default, it is into the default branch. */
  pullRequest(head: string, by?: Author, into?: string): Promise<Ran>;
  /** The default branch gets this commit. */
  push(commit: string): Promise<Ran>;
  schedule(): Promise<Ran>;
}

/** Whose pull request it is: with a commit in the repository itself, or in a fork. */
export type Author = "member" | "fork" | "dependabot";

/** What happened in a run of a pipeline. */
export interface Ran {
  /** What became of each job; those that wait for a person are not among them. */
  jobs: RanJob[];
  /** The jobs that wait for a person. */
  waiting: string[];
  /** Runs the jobs that wait for a person, also once more. */
  approve(): Promise<Ran>;
  /** Runs all other jobs again. */
  again(): Promise<Ran>;
}

export interface RanJob {
  name: string;
  /** On GitLab, `success` includes a failure that is allowed. */
  result: Result;
  /** All that it printed, and its summary. */
  text: string;
}

export type Result = "success" | "failure" | "cancelled" | "skipped";

/** For an expectation that shows what a failed job printed: its name, or no job. */
export const failures = ({ jobs }: Ran): string[] =>
  jobs.filter(({ result }) => result === "failure").map(({ name, text }) => `${name}:\n${text}`);

export const textOf = ({ jobs }: Ran): string => jobs.map(({ text }) => text).join("\n");

export const resultsOf = ({ jobs }: Ran): Record<string, Result> =>
  Object.fromEntries(jobs.map(({ name, result }) => [name, result]));
