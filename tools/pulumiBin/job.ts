/** The input of every way to get the CLI. */
export interface Job {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The folder in the user's cache for the CLI. It exists only when it is complete. */
  target: string;
  /** Receives progress messages. */
  out: { write(text: string): unknown; isTTY?: boolean };
  /** Stops the search; nothing unfinished is left behind. */
  signal: AbortSignal;
}

/** The folder with the CLI, or in one line why this way did not work. The last error lists the reasons. */
export type Outcome = { folder: string } | { reason: string };

export type Way = (job: Job) => Promise<Outcome>;

export function log(job: Job, line: string): void {
  job.out.write(`${line}\n`);
}

export function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.trim() ?? "";
}
