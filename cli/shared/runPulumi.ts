import { spawn } from "node:child_process";
import type { PulumiCommand } from "@pulumi/pulumi/automation";

export interface RunOptions {
  /** For standard input. */
  input?: string | undefined;
  /** Variables in addition to those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Gets all that the CLI prints, in parts. */
  onOutput?: (part: Buffer) => void;
  signal?: AbortSignal;
}

/**
 * Runs the Pulumi CLI for what the Automation API does not offer, and returns its standard output. Throws
 * with what it printed as errors.
 */
export function runPulumi(
  { command }: PulumiCommand,
  args: string[],
  folder: string,
  { input = "", env, onOutput = () => {}, signal }: RunOptions = {},
): Promise<string> {
  const child = spawn(command, [...args, "--non-interactive"], {
    cwd: folder,
    env: { ...process.env, ...env },
    signal,
  });
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
      if (code === 0) return resolve(textOf(output));
      // Of an export, standard output may hold a part of a state.
      reject(new Error(textOf(errors) || `pulumi ${args[0]} ended with exit code ${code}`));
    });
  });
}

const textOf = (parts: Buffer[]) => Buffer.concat(parts).toString("utf8");
