import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { Job } from "./job";
import { holdsAll } from "./onPath";

/**
 * Passes a temporary folder beside the target to `fill`, which returns that folder or one in it once it is
 * complete. One rename then makes it the target, so that a killed process leaves no incomplete target.
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
      throw new Error(
        `it has only ${readdirSync(complete).join(", ")}, so an executable is missing`,
      );
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
    // Either another process has created the target, or an incomplete one exists.
    if (isComplete(target)) return;
    rmSync(target, { recursive: true, force: true });
    renameSync(complete, target);
  }
}
