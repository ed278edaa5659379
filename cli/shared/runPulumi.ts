import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseJson } from "./files";

export interface RunOptions {
  input?: string | undefined;
  /** Variables in addition to those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Gets each line that the CLI prints. */
  onLine?: (line: string) => void;
  /** Cancels the command, as Ctrl-C does. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the Pulumi CLI and returns its standard output. Throws with the CLI's standard error, or with the
 * signal's reason. It waits for a canceled CLI, which ends its running steps, saves the state, and releases
 * the stack.
 */
export async function runPulumi(
  args: string[],
  folder: string,
  { onLine, ...options }: RunOptions = {},
): Promise<string> {
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  const code = await pulumiExitCode(args, folder, options, ({ stdout, stderr }) => {
    stdout.on("data", (part: Buffer) => output.push(part));
    stderr.on("data", (part: Buffer) => errors.push(part));
    if (onLine) eachLine([stdout, stderr], onLine);
  });
  if (options.signal?.aborted) throw options.signal.reason;
  if (code === 0) return textOf(output);
  // The standard output of an export may have a part of a state, so it stays out of messages.
  throw new Error(textOf(errors) || `pulumi ${args[0]} ended with exit code ${code}`);
}

export async function runPulumiJson<T>(...run: Parameters<typeof runPulumi>): Promise<T> {
  const [args] = run;
  const message =
    `\`pulumi ${args.slice(0, 2).join(" ")}\` didn't print JSON. ` +
    "Check that the command `pulumi` is the Pulumi CLI";
  return parseJson(await runPulumi(...run), message) as T;
}

/**
 * Runs the Pulumi CLI and returns its exit code, which is 0 if it ended before a signal canceled it.
 * `onLine` gets each line that it prints.
 */
export const runPulumiByLine = (
  args: string[],
  folder: string,
  onLine: (line: string) => void,
  options: Omit<RunOptions, "onLine">,
): Promise<number> =>
  pulumiExitCode(args, folder, options, ({ stdout, stderr }) => {
    eachLine([stdout, stderr], onLine);
  });

function eachLine(outputs: Readable[], onLine: (line: string) => void): void {
  for (const input of outputs) createInterface({ input }).on("line", onLine);
}

async function pulumiExitCode(
  args: string[],
  folder: string,
  { input = "", env, signal }: Omit<RunOptions, "onLine">,
  read: (child: ChildProcessWithoutNullStreams) => void,
): Promise<number> {
  signal?.throwIfAborted();
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    cwd: folder,
    env: { ...process.env, ...env },
    // The CLI gets its own process group, because Ctrl-C and `timeout` signal a whole group. A second signal
    // makes the CLI abandon its running steps.
    detached: process.platform !== "win32",
  });
  const cancel = () => child.kill("SIGINT");
  signal?.addEventListener("abort", cancel, { once: true });
  // A CLI that ends early closes the pipe, and its exit code shows that it failed.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  read(child);
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(notStarted(error, folder)));
    child.on("close", (code) => {
      signal?.removeEventListener("abort", cancel);
      resolve(code ?? 1);
    });
  });
}

/** The system has the same error for a command and for a folder that does not exist. */
function notStarted(error: NodeJS.ErrnoException, folder: string): Error {
  if (error.code !== "ENOENT") return error;
  return new Error(
    existsSync(folder)
      ? "The Pulumi CLI isn't on PATH. Install it: https://www.pulumi.com/docs/install"
      : `The folder '${folder}' doesn't exist.`,
  );
}

const textOf = (parts: Buffer[]) => Buffer.concat(parts).toString("utf8");
