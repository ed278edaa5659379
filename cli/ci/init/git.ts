import { execFile } from "node:child_process";

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs git to its end, whatever its exit code; undefined if it is not installed. */
export const git = (folder: string, ...args: string[]): Promise<Ended | undefined> =>
  new Promise((resolve, reject) => {
    const options = { cwd: folder, env: process.env, maxBuffer: 64 * 1024 * 1024 };
    execFile("git", args, options, (error, stdout, stderr) => {
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

/** The default branch of the remote, else the current one. */
export async function defaultBranch(folder: string): Promise<string> {
  return (
    (await symbolicRef(folder, "refs/remotes/origin/HEAD", "refs/remotes/origin/")) ??
    (await symbolicRef(folder, "HEAD", "refs/heads/")) ??
    "main"
  );
}

async function symbolicRef(
  folder: string,
  name: string,
  prefix: string,
): Promise<string | undefined> {
  const ended = await git(folder, "symbolic-ref", "--quiet", name);
  const ref = ended?.code === 0 ? ended.stdout.replace(/\r?\n$/, "") : "";
  return ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined;
}
