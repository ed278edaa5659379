import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach } from "@jest/globals";
import { runCommand } from "../../../../emulator/src/cli/runCommand";
import { root } from "../../../support/project";

const children: ChildProcess[] = [];
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

export interface CommandOutput {
  out: string;
  err: string;
}

/**
 * Runs the command in this process, until it ends or serves, which stops with the test. No
 * process has to start, which takes most of the time of a test of the command.
 */
export async function runInProcess(...flags: string[]) {
  const output: CommandOutput = { out: "", err: "" };
  const print = {
    log: (line: string) => {
      output.out += `${line}\n`;
    },
    error: (line: string) => {
      output.err += `${line}\n`;
    },
  };
  const state = await runCommand(flags, print);
  if ("exitCode" in state) return { output, exitCode: state.exitCode };
  stops.push(state.stop);
  return { output, stop: state.stop };
}

/** Starts the command in a process, which ends with the test. */
export function startProcess(flags: string[]) {
  const script = join(root, "emulator/src/cli/main.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, ...flags], { cwd: root });
  children.push(child);
  const output: CommandOutput = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const exitCode = once(child, "close").then(([code]) => code as number);
  const prints = async (text: string | RegExp) => {
    while (output.out.search(text) < 0) await once(child.stdout, "data");
  };
  return { child, output, exitCode, prints };
}
