import { type SpawnOptionsWithoutStdio, spawn } from "node:child_process";

/** Without `timeout` or `signal`, a command may run forever. */
export interface RunOptions extends SpawnOptionsWithoutStdio {
  input?: string;
  onStart?: (pid: number) => void;
  /** Receives both streams while the command runs. */
  onOutput?: (text: string) => void;
}

export interface CommandResult {
  /** The exit code, or null if a signal ended the command. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both streams, in the order in which they arrived. */
  text: string;
}

/**
 * Runs a command, and returns its output and exit code, whatever the code is. Fails if the command can't
 * be started. It doesn't block this process, which may serve the command.
 */
export function run(
  command: string,
  args: string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  const { input, onStart, onOutput, ...spawnOptions } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, spawnOptions);
    if (child.pid !== undefined) onStart?.(child.pid);
    const result: CommandResult = { code: null, stdout: "", stderr: "", text: "" };
    const collect = (stream: "stdout" | "stderr") => (text: string) => {
      result[stream] += text;
      result.text += text;
      onOutput?.(text);
    };

    child.stdout.setEncoding("utf8").on("data", collect("stdout"));
    child.stderr.setEncoding("utf8").on("data", collect("stderr"));
    // A command that ends without reading its input closes the pipe, so EPIPE isn't a failure.
    child.stdin.on("error", () => {});
    child.stdin.end(input);

    child.on("error", reject);
    child.on("close", (code) => resolve({ ...result, code }));
  });
}

/** Like `run`, but fails with the command's output unless the exit code is 0. */
export async function mustRun(
  command: string,
  args: string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  const result = await run(command, args, options);
  if (result.code === 0) return result;
  const commandLine = [command, ...args].join(" ");
  throw new Error(`${commandLine} ended with exit code ${result.code}:\n${result.text}`);
}
