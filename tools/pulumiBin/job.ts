import os from "node:os";
import path from "node:path";
import { type CommandResult, type RunOptions, run } from "../process";

export interface Job {
  env: NodeJS.ProcessEnv;
  /** The folder for the CLI in the user's cache. It exists only if it is complete. */
  target: string;
  out: { write(text: string): unknown };
}

/** This project's folder in the user's cache folder, or a folder below it. */
export const cacheFolder = (env: NodeJS.ProcessEnv, name = ""): string =>
  path.join(env.HOME || os.homedir(), ".cache", "pulumi-auth0-native", name);

export function newJob(given: Partial<Job>, name: string): Job {
  const env = given.env ?? process.env;
  return { env, target: cacheFolder(env, name), out: process.stderr, ...given };
}

/** The folder with the CLI, or why this way failed, in one line. If all fail, the error lists the reasons. */
export type Outcome = { folder: string } | { reason: string };

export type Way = (job: Job) => Promise<Outcome>;

export function log(job: Job, line: string): void {
  job.out.write(`${line}\n`);
}

export function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.trim() ?? "";
}

/**
 * Runs a command. If it can't be started, it returns exit code 127, as a shell does, so that the caller can
 * report it and try the next way.
 */
export const runForJob = (
  { env }: Job,
  command: string,
  args: string[],
  options: RunOptions = {},
): Promise<CommandResult> =>
  run(command, args, { env, ...options }).catch(({ message }: Error) => ({
    code: 127,
    stdout: "",
    stderr: message,
    text: message,
  }));

/** Prints the folders that `work` finds, and no other text, on stdout. */
export async function printFolders(work: () => Promise<string[]>): Promise<void> {
  try {
    process.stdout.write(`${(await work()).join("\n")}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
