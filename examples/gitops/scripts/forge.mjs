// One interface for GitHub and GitLab.
import { github } from "./github.mjs";
import { gitlab } from "./gitlab.mjs";

/** The forge that this job runs on. */
export function forge(env = process.env) {
  if (env.GITHUB_ACTIONS) return github(env);
  if (env.GITLAB_CI) return gitlab(env);
  throw new Error(
    "Neither GITHUB_ACTIONS nor GITLAB_CI is set: this script runs in a job of one of them.",
  );
}
