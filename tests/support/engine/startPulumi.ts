import { spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "../clock/until";
import type { Project } from "./jsProject";

/** Starts a command of the CLI that runs the program, for a test that interrupts it. */
export function startPulumi({ folder, env, programArguments }: Project, ...args: string[]) {
  const command = [...args, ...programArguments, "--non-interactive"];
  const child = spawn("pulumi", command, { cwd: folder, env });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  return {
    pid: child.pid ?? 0,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves when the command has printed the text, or has ended. */
    printed: (wanted: string) => until(() => text.includes(wanted) || child.exitCode !== null),
    /** The exit code, and the signal that ended the command. */
    ended: once(child, "close"),
  };
}
