import { type ExecFileOptions, execFile } from "node:child_process";

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs git to its end, whatever its exit code; undefined if it is not installed. */
export const git = (folder: string, ...args: string[]): Promise<Ended | undefined> =>
  gitWith({ cwd: folder }, args);

const gitWith = (more: ExecFileOptions, args: string[]): Promise<Ended | undefined> =>
  new Promise((resolve, reject) => {
    const options = { env: process.env, maxBuffer: 64 * 1024 * 1024, ...more };
    execFile("git", args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      if (error === null) return resolve({ code: 0, stdout, stderr });
      if (error.code === "ENOENT") return resolve(undefined);
      // The types do not know that the exit code is a number.
      const code: unknown = error.code;
      return typeof code === "number" ? resolve({ code, stdout, stderr }) : reject(error);
    });
  });

/** Throws unless a folder is the root of a repository, where the forges look for pipelines. */
export async function assertRepositoryRoot(folder: string): Promise<void> {
  const ended = await git(folder, "rev-parse", "--show-prefix");
  if (ended === undefined) {
    console.error(
      "git is not installed: the folder of the program is taken for the root of the repository",
    );
    return;
  }
  if (ended.code !== 0) {
    throw new Error(
      `no git repository was found (${ended.stderr.trim()}): \`git init\` makes one, in the folder of the program`,
    );
  }
  const prefix = ended.stdout.replace(/\r?\n$/, "");
  if (prefix === "") return;
  throw new Error(
    `the program is in the folder ${JSON.stringify(prefix)} of the repository, but the pipelines need it at the root: move it there, or give it its own repository`,
  );
}

/** The default branch of the remote, or the only branch of a repository without remotes. */
export async function defaultBranch(folder: string): Promise<string> {
  const branch =
    (await symbolicRef(folder, "refs/remotes/origin/HEAD", "refs/remotes/origin/")) ??
    (await branchOfRemote(folder)) ??
    (await onlyBranch(folder));
  if (branch !== undefined) return branch;
  throw new Error(
    "the default branch cannot be determined: neither refs/remotes/origin/HEAD nor the remote origin names it; pass it with --branch",
  );
}

/** A clone of an empty repository does not know the remote's default branch; the remote does. */
async function branchOfRemote(folder: string): Promise<string | undefined> {
  const env = {
    ...process.env,
    // Where a password is needed, no answer is better than a question.
    GIT_TERMINAL_PROMPT: "0",
    GIT_SSH_COMMAND: `${process.env.GIT_SSH_COMMAND ?? "ssh"} -oBatchMode=yes`,
  };
  const listing = gitWith({ cwd: folder, env, timeout: remoteTimeoutMs }, [
    "ls-remote",
    "--symref",
    "origin",
    "HEAD",
  ]);
  const ended = await listing.catch(() => undefined);
  return ended?.stdout.match(/^ref: refs\/heads\/(.+)\tHEAD$/m)?.[1];
}

const remoteTimeoutMs = 5000;

async function onlyBranch(folder: string): Promise<string | undefined> {
  const current = await symbolicRef(folder, "HEAD", "refs/heads/");
  const remotes = await git(folder, "remote");
  const branches = await git(folder, "for-each-ref", "--format=%(refname)", "refs/heads");
  const others = linesOf(branches?.stdout).filter((ref) => ref !== `refs/heads/${current}`);
  return linesOf(remotes?.stdout).length + others.length === 0 ? current : undefined;
}

const linesOf = (text = "") => text.split(/\r?\n/).filter((line) => line !== "");

async function symbolicRef(
  folder: string,
  name: string,
  prefix: string,
): Promise<string | undefined> {
  const ended = await git(folder, "symbolic-ref", "--quiet", name);
  const ref = ended?.code === 0 ? ended.stdout.replace(/\r?\n$/, "") : "";
  return ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined;
}
