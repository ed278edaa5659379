import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  cwd?: string;
  timeout?: number;
  onErrorLine?: (line: string) => void;
}

/** Runs a command to its end. A command that cannot start answers code 127, as in a shell. */
export function run(command: string, args: string[], options: RunOptions): Promise<Ran> {
  const { onErrorLine, ...spawnOptions } = options;
  return new Promise((resolve, reject) => {
    // `go` clears its work folder on SIGINT, not on SIGTERM.
    const child = spawn(command, args, {
      ...spawnOptions,
      stdio: ["ignore", "pipe", "pipe"],
      killSignal: "SIGINT",
    });
    const stdout: string[] = [];
    const stderr: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
    createInterface({ input: child.stderr }).on("line", (line) => {
      stderr.push(line);
      onErrorLine?.(line);
    });
    child.on("error", (error) => {
      if (options.signal.aborted) reject(error);
      else resolve({ code: 127, stdout: "", stderr: error.message });
    });
    child.on("close", (code) =>
      resolve({ code, stdout: stdout.join(""), stderr: stderr.join("\n") }),
    );
  });
}
