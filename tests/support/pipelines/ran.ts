/** What happened in a run of a pipeline. */
export interface Ran {
  /** The jobs that ran, in their order. */
  jobs: RanJob[];
  /** The jobs that wait for an approval. */
  waiting: string[];
  /** Runs the jobs that wait, also once more. */
  approve(): Promise<Ran>;
}

export interface RanJob {
  name: string;
  /** `warning` is a failure that GitLab allows. */
  result: "success" | "warning" | "failure" | "skipped";
  /** All that it printed. */
  text: string;
}

/** For an expectation that shows what a failed job printed: its name, or no job. */
export const failures = ({ jobs }: Ran): string[] =>
  jobs.filter(({ result }) => result === "failure").map(({ name, text }) => `${name}:\n${text}`);

export const textOf = ({ jobs }: Ran): string => jobs.map(({ text }) => text).join("\n");

export const resultsOf = ({ jobs }: Ran): Record<string, RanJob["result"]> =>
  Object.fromEntries(jobs.map(({ name, result }) => [name, result]));
