import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../clock/until";
import type { Project } from "../engine/jsProject";
import { root } from "../project";

const running = new Set<ChildProcess>();

/** Ends the processes that a failed test has left, even if they are blocked. */
export function endDrifts(): void {
  for (const child of running) child.kill("SIGKILL");
}

export interface StartedProcess {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process has printed the text. */
  printed(text: string): Promise<void>;
  ended: Promise<{ code: number | null; signal: string | null; text: string }>;
}

interface Place {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/**
 * The time limits in cli/shared/signals.ts never end a wait. SIGUSR2 ends the given ones, after the 200 ms
 * in which a signal counts as a repeated one.
 */
export const limitAtSigusr2 = (...limits: number[]) => `{
  const { setTimeout } = globalThis, held = [];
  process.once("SIGUSR2", () => setTimeout(() => held.forEach((done) => done()), 200));
  globalThis.setTimeout = (done, ms, ...rest) => {
    const isHeld = [${limits}].includes(ms);
    if (isHeld) held.push(done);
    return setTimeout(ms < 5000 && !isHeld ? done : () => {}, ms, ...rest);
  };
}`;

/** Starts `pulumi-auth0-native drift`. A hook is a module's source, which is loaded first. */
export const startDrift = (place: Place, args: string[], hook?: string): StartedProcess =>
  startCommand(place, ["drift", ...args], hook);

/** Starts `pulumi-auth0-native`. */
export function startCommand(
  { folder, env }: Place,
  args: string[],
  hook = limitAtSigusr2(),
): StartedProcess {
  const command = ["--require", moduleIn(folder, hook), join(root, "cli.js"), ...args];
  return start({ folder, env }, process.execPath, command);
}

/** Starts a command of the CLI that runs the project's program. */
export const startPulumi = (project: Project, ...args: string[]): StartedProcess =>
  start(project, "pulumi", [...args, ...project.programArguments, "--non-interactive"]);

function start({ folder, env }: Place, command: string, args: string[]): StartedProcess {
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  const ended: StartedProcess["ended"] = new Promise((resolve) => {
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal, text });
    });
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    printed: (wanted) => until(() => text.includes(wanted)),
    ended,
  };
}

function moduleIn(folder: string, text: string): string {
  const path = join(folder, "hook.cjs");
  writeFileSync(path, text);
  return path;
}

/** Processes in this working folder, or none if the system has no /proc. */
export function processesIn(folder: string): string[] {
  const all = existsSync("/proc/self/cwd")
    ? readdirSync("/proc").filter((id) => /^\d+$/.test(id))
    : [];
  return all.filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === folder;
    } catch {
      // The process has ended, or belongs to another user.
      return false;
    }
  });
}

export function processName(id: string): string {
  try {
    return readFileSync(`/proc/${id}/comm`, "utf8").trim();
  } catch {
    return "ended";
  }
}

export function signalEngines(folder: string, signal: NodeJS.Signals): void {
  const engines = processesIn(folder).filter((id) => processName(id) === "pulumi");
  for (const id of engines) process.kill(+id, signal);
}
