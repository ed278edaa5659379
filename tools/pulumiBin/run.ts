import { type CommandResult, type RunOptions, run } from "../process";
import type { Job } from "./job";

/**
 * Runs a command that ends with its job. A command that cannot be started returns exit code 127, as
 * in a shell, so that the caller can report it and try the next way.
 */
export async function runForJob(
  job: Job,
  command: string,
  args: string[],
  options: RunOptions,
): Promise<CommandResult> {
  try {
    // `go` removes its work folder on SIGINT, but not on SIGTERM.
    return await run(command, args, { ...options, signal: job.signal, killSignal: "SIGINT" });
  } catch (error) {
    if (job.signal.aborted) throw error;
    const { message } = error as Error;
    return { code: 127, stdout: "", stderr: message, text: message };
  }
}
