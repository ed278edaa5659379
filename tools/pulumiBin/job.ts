/** What every way of getting the CLI is given. */
export interface Job {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The folder in the user's cache that holds the CLI once it is complete. */
  target: string;
  out: { write(text: string): unknown; isTTY?: boolean };
  signal: AbortSignal;
}

/** `reason` says in one line why a way did not work; it ends up in the last error. */
export type Outcome = { folder: string } | { reason: string };

export type Way = (job: Job) => Promise<Outcome>;

export function say(job: Job, line: string): void {
  job.out.write(`${line}\n`);
}

export function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.trim() ?? "";
}
