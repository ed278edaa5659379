import { spawn } from "node:child_process";
import type { PulumiCommand } from "@pulumi/pulumi/automation";

export interface RunOptions {
  /** For standard input. */
  input?: string | undefined;
  /** Variables in addition to those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Gets all that the CLI prints, in parts. */
  onOutput?: (part: Buffer) => void;
  /** Cancels the command, as Ctrl-C does. */
  signal?: AbortSignal;
}

/**
 * Runs the Pulumi CLI for what the Automation API does not offer, and returns its standard output. Throws
 * with what it printed as errors, or the signal's reason. It waits for a cancelled CLI, which ends its
 * running steps, saves the state and releases the stack.
 */
export async function runPulumi(
  { command }: PulumiCommand,
  args: string[],
  folder: string,
  { input = "", env, onOutput = () => {}, signal }: RunOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  const child = spawn(command, [...args, "--non-interactive"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const cancel = () => child.kill("SIGINT");
  signal?.addEventListener("abort", cancel, { once: true });
  // A CLI that ends early closes the pipe; its exit code tells why.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => {
    output.push(part);
    onOutput(part);
  });
  child.stderr.on("data", (part: Buffer) => {
    errors.push(part);
    onOutput(part);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", cancel);
      if (signal?.aborted) return reject(signal.reason);
      if (code === 0) return resolve(textOf(output));
      // Of an export, standard output may hold a part of a state.
      reject(new Error(textOf(errors) || `pulumi ${args[0]} ended with exit code ${code}`));
    });
  });
}

const textOf = (parts: Buffer[]) => Buffer.concat(parts).toString("utf8");
