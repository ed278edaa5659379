import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { mustRun, temporaryFolder } from "../project";
import { writeFileIn } from "./files";

/** The team's repository on the forge, in which the test also commits. */
export interface Repository {
  folder: string;
  /** The URL of a git server with the repository `acme/tenants`. */
  server: string;
  /** Commits files on a branch, which it starts at another one if that is given; returns the commit. */
  commit(branch: string, files: Record<string, string>, from?: string): Promise<string>;
  /** Merges a commit into the default branch, and returns the merge's commit. */
  merge(head: string): Promise<string>;
  commitOf(branch: string): Promise<string>;
  /** Whether a commit changed one of the files that the globs match. */
  hasChanged(commit: string, globs: string[]): Promise<boolean>;
  /** A file's text in a commit. */
  read(commit: string, file: string): Promise<string>;
  /** Clones the repository into an empty folder, as a runner does. */
  checkOut(commit: string, folder: string): Promise<void>;
}

export const defaultBranch = "main";

/** Git uses neither the machine's settings nor its identity. */
const gitEnvironment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "team",
  GIT_AUTHOR_EMAIL: "team@example.com",
  GIT_COMMITTER_NAME: "team",
  GIT_COMMITTER_EMAIL: "team@example.com",
};

export async function newRepository(): Promise<Repository> {
  const folder = temporaryFolder();
  const git = async (...args: string[]) => {
    const { stdout } = await mustRun("git", args, folder, gitEnvironment);
    return stdout.trim();
  };
  const head = () => git("rev-parse", "HEAD");
  await git("init", "-q", "-b", defaultBranch);
  await git("commit", "-q", "--allow-empty", "-m", "Start");
  const server = temporaryFolder();
  mkdirSync(join(server, "acme"));
  for (const name of ["tenants", "tenants.git"]) symlinkSync(folder, join(server, "acme", name));
  return {
    folder,
    server: `file://${server}`,
    async merge(commit) {
      await git("checkout", "-q", defaultBranch);
      await git("merge", "-q", "--no-ff", "-m", `Merge ${commit}`, commit);
      return head();
    },
    async commit(branch, files, from) {
      await git("checkout", "-q", ...(from ? ["-B", branch, from] : [branch]));
      for (const [file, text] of Object.entries(files)) writeFileIn(folder, file, text);
      await git("add", "--all");
      await git("commit", "-q", "--allow-empty", "-m", "Change");
      return head();
    },
    commitOf: (branch) => git("rev-parse", branch),
    async hasChanged(commit, globs) {
      const paths = globs.map((glob) => `:(glob)${glob}`);
      return (await git("diff", "--name-only", `${commit}^`, commit, "--", ...paths)) !== "";
    },
    read: (commit, file) => git("show", `${commit}:${file}`),
    async checkOut(commit, target) {
      await git("clone", "-q", "--shared", "--no-checkout", folder, target);
      await mustRun("git", ["checkout", "-q", "--detach", commit], target, gitEnvironment);
    },
  };
}
