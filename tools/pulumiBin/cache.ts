import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { Job } from "./job";
import { holdsAll } from "./onPath";

/**
 * Passes `fill` a temporary folder beside the target. `fill` returns the path of the complete folder,
 * it or one in it, which is then renamed to the target in one step: a killed process leaves no
 * incomplete target.
 */
export async function fillTarget(
  { target }: Pick<Job, "target">,
  fill: (folder: string) => Promise<string>,
  isComplete: (folder: string) => boolean = holdsAll,
): Promise<string> {
  const parent = path.dirname(target);
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, ".unfinished-"));
  try {
    const complete = await fill(folder);
    if (!isComplete(complete)) {
      throw new Error(`one of the executables is missing: ${readdirSync(complete).join(", ")}`);
    }
    moveTo(complete, target, isComplete);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function moveTo(complete: string, target: string, isComplete: (folder: string) => boolean): void {
  try {
    renameSync(complete, target);
  } catch {
    // Either another process was faster, or the target exists and is incomplete.
    if (isComplete(target)) return;
    rmSync(target, { recursive: true, force: true });
    renameSync(complete, target);
  }
}
