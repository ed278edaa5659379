/** The result of a pipeline's run. */
export interface Ran {
  /** The jobs that ran, in their order. */
  jobs: RanJob[];
  /** The jobs that wait for an approval. */
  waiting: string[];
  /** Runs the waiting jobs, even repeatedly. */
  approve(): Promise<Ran>;
}

export interface RanJob {
  name: string;
  /** `warning` is a failure that GitLab allows. */
  result: "success" | "warning" | "failure" | "skipped";
  /** The job's output. */
  text: string;
}

/** Returns a failed job's name and output, so that a failed expectation shows them. */
export const failures = ({ jobs }: Ran): string[] =>
  jobs.filter(({ result }) => result === "failure").map(({ name, text }) => `${name}:\n${text}`);

export const textOf = ({ jobs }: Ran): string => jobs.map(({ text }) => text).join("\n");

export const resultsOf = ({ jobs }: Ran): Record<string, RanJob["result"]> =>
  Object.fromEntries(jobs.map(({ name, result }) => [name, result]));
