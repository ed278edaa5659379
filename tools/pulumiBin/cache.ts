import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { Job } from "./job";
import { holdsAll } from "./onPath";

const UNFINISHED = ".unfinished-";
const DAY = 24 * 60 * 60 * 1000;

/**
 * Passes `fill` a temporary folder beside the target. `fill` returns the path of a complete folder in
 * it, which is then renamed to the target in one step: a killed process leaves no incomplete target.
 */
export async function fillTarget(
  job: Job,
  fill: (folder: string) => Promise<string>,
  isComplete: (folder: string) => boolean = holdsAll,
): Promise<string> {
  const parent = path.dirname(job.target);
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  const folder = mkdtempSync(path.join(parent, UNFINISHED));
  try {
    const complete = await fill(folder);
    if (!isComplete(complete)) {
      throw new Error(`one of the executables is missing: ${readdirSync(complete).join(", ")}`);
    }
    moveTo(complete, job, isComplete);
    return job.target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function moveTo(complete: string, job: Job, isComplete: (folder: string) => boolean): void {
  try {
    renameSync(complete, job.target);
  } catch {
    // Either another process was faster, or the target exists and is incomplete.
    if (isComplete(job.target)) return;
    rmSync(job.target, { recursive: true, force: true });
    renameSync(complete, job.target);
  }
}

/** A build takes minutes: a temporary folder older than a day belongs to a process that was killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = path.join(parent, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > DAY) rmSync(folder, { recursive: true, force: true });
  }
}
