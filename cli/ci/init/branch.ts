import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The default branch of the repository in a folder, and what says so. */
export async function defaultBranch(folder: string): Promise<{ branch: string; source: string }> {
  const git = (...args: string[]) =>
    promisify(execFile)("git", args, { cwd: folder }).then(
      ({ stdout }) => stdout.trim(),
      () => "",
    );
  const remote = await git("symbolic-ref", "--short", "refs/remotes/origin/HEAD");
  if (remote !== "") return { branch: remote.replace(/^origin\//, ""), source: "origin/HEAD" };
  const current = await git("branch", "--show-current");
  if (current !== "") return { branch: current, source: "the current branch" };
  return { branch: "main", source: "git names none" };
}
