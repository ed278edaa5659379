import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { logLine } from "../../shared/log";
import { secretRemover } from "../../shared/secretRemover";
import { requireVariable } from "../forge/client";

/**
 * Rejects the plan of a commit that is no longer the newest one of its branch, unless the files that `globs`
 * match are the same in the newest one, because then no newer run has a plan. Returns the exit code. If a
 * plan no longer fits the program, its configuration, or the state, the Pulumi CLI rejects it in `ci apply`.
 */
export async function rejectOutdatedPlan(
  globs: string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const variable = (name: string) => requireVariable(env, name);
  const { commit, ref, url, login } = env.GITLAB_CI
    ? {
        commit: variable("CI_COMMIT_SHA"),
        ref: `refs/heads/${variable("CI_COMMIT_BRANCH")}`,
        url: `${variable("CI_PROJECT_URL")}.git`,
        login: `gitlab-ci-token:${variable("CI_JOB_TOKEN")}`,
      }
    : {
        commit: variable("GITHUB_SHA"),
        ref: variable("GITHUB_REF"),
        url: `${variable("GITHUB_SERVER_URL")}/${variable("GITHUB_REPOSITORY")}`,
        login: `x-access-token:${variable("GITHUB_TOKEN")}`,
      };
  const git = gitWith(url, login, ref, env);
  const head = await headOf(ref, url, git);
  if (head === commit) return 0;
  if (head !== "" && globs.length > 0) {
    await git("fetch", "--quiet", "--depth=1", "--no-tags", url, ref);
    const paths = globs.map((glob) => `:(top,glob)${glob}`);
    const changed = await git("diff", "--name-only", commit, "FETCH_HEAD", "--", ...paths);
    if (changed === "") return 0;
  }
  const message =
    `error: ${commit} is no longer the newest commit of ${ref}, which is now ${head || "deleted"}. ` +
    "Nothing was applied. " +
    "Instead, read and apply the plan of the newest commit's pipeline, which also contains this change.";
  console.error(logLine(message));
  return 2;
}

/** Runs git with the login. The message of a failure says that nothing was applied. */
function gitWith(url: string, login: string, ref: string, env: NodeJS.ProcessEnv) {
  const credentials = {
    GIT_TERMINAL_PROMPT: "0",
    // The login is in the environment, because every user of the machine can read arguments.
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${url}.extraheader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(login).toString("base64")}`,
  };
  const options = { env: { ...process.env, ...env, ...credentials }, timeout: 60_000 };
  return async (...args: string[]): Promise<string> => {
    const running = promisify(execFile)("git", args, options);
    const { stdout } = await running.catch((error: Error & { stderr?: string }) => {
      const reason = secretRemover(env)(error.stderr?.trim() || error.message);
      const what = `Couldn't find the newest commit of ${ref}`;
      throw new Error(`${what}: ${reason}. Nothing was applied. Run this job again.`);
    });
    return stdout;
  };
}

/** The commit of a branch in the repository. Empty if there is no such branch. */
async function headOf(ref: string, url: string, git: ReturnType<typeof gitWith>): Promise<string> {
  const stdout = await git("ls-remote", url, ref);
  // Git also lists other refs with this end, such as refs/heads/a/refs/heads/main.
  const lines = stdout.split("\n").map((line) => line.split("\t"));
  return lines.find(([, name]) => name === ref)?.[0] ?? "";
}
