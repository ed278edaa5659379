import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root } from "../project";

const running = new Set<ChildProcess>();

/** Ends those that a failed test has left, blocked ones too. */
export function endDrifts(): void {
  for (const child of running) child.kill("SIGKILL");
}

export interface DriftProcess {
  kill(signal: NodeJS.Signals): void;
  /** Resolves once it has printed this. */
  printed(text: string): Promise<void>;
  ended: Promise<{ code: number | null; signal: string | null; text: string }>;
}

interface Place {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** `auth0-native drift` while it runs; a hook is a module that is loaded before it. */
export function startDrift({ folder, env }: Place, args: string[], hook?: string): DriftProcess {
  const hooks = hook === undefined ? [] : ["--require", moduleIn(folder, hook)];
  const child = spawn(process.execPath, [...hooks, join(root, "cli.js"), "drift", ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  const ended: DriftProcess["ended"] = new Promise((resolve) => {
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal, text });
    });
  });
  return {
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

/** The test's own time limit ends a wait for what never comes. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(20);
}

/** Processes that work in a folder, as far as the system tells: where there is no /proc, it does not. */
export function processesIn(folder: string): string[] {
  const all = existsSync("/proc/self/cwd")
    ? readdirSync("/proc").filter((id) => /^\d+$/.test(id))
    : [];
  return all.filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === folder;
    } catch {
      // Ended meanwhile, or somebody else's.
      return false;
    }
  });
}
