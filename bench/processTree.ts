import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Much shorter than the life of a Pulumi CLI. */
const intervalMs = 20;

/**
 * Observes a process and its descendants until the process ends. Resolves to the largest sum of their
 * resident memory in megabytes, or to NaN where there is no /proc. Shared memory counts for each process.
 */
export async function peakOfTree(pid: number): Promise<number> {
  if (process.platform !== "linux") return Number.NaN;
  let peak = 0;
  for (let current = residentMb(pid); current > 0; current = residentMb(pid)) {
    peak = Math.max(peak, current);
    await setTimeout(intervalMs);
  }
  return peak;
}

/** Of a process and its descendants. 0 if the process has ended. */
function residentMb(pid: number): number {
  try {
    const own = memoryMb(pid, "VmRSS");
    return childrenOf(pid).reduce((total, child) => total + residentMb(child), own);
  } catch {
    return 0;
  }
}

/** Each thread has a list of the processes that it started (proc(5)). */
function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const lists = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/children`, "utf8"));
  return lists.flatMap((list) => list.trim().split(" ").filter(Boolean).map(Number));
}

/** 0 if the process has ended and still has an id. */
function memoryMb(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
}

/**
 * Observes the process whose id is in a file, until the returned function is called. It returns the peak
 * resident memory in megabytes: NaN where there is no /proc.
 */
export function observePeak(pidFile: string): () => number {
  let peak = Number.NaN;
  const timer = setInterval(() => {
    try {
      peak = memoryMb(Number(readFileSync(pidFile, "utf8")), "VmHWM") || peak;
    } catch {
      // It has not started, or has ended.
    }
  }, intervalMs).unref();
  return () => {
    clearInterval(timer);
    return peak;
  };
}
