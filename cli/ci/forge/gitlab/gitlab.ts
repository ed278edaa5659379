import type { Clock } from "../../../../provider/api/clock";
import { ForgeClient } from "../client";
import { commitHash } from "../fields";
import type { Forge } from "../forge";
import { requireInteger, requireVariable } from "../variables";
import { discussion } from "./discussion";
import { newerApply } from "./newerApply";
import { findPlan, mergedCommits } from "./plans";

export function gitlab(env: NodeJS.ProcessEnv, clock: Clock): Forge {
  const token = requireVariable(
    env,
    "GITLAB_TOKEN",
    "create a project access token, as `auth0-native ci init` describes",
  );
  const address = requireVariable(env, "CI_API_V4_URL");
  // Not the header PRIVATE-TOKEN: proxies and logs know this one as a secret.
  const api = { address, variable: "CI_API_V4_URL", token, headers: {}, advice };
  const client = new ForgeClient(api, clock);
  const projectId = requireInteger(env, "CI_PROJECT_ID");
  const project = { id: projectId, path: `/projects/${projectId}` };
  const mergeRequest = () =>
    `${project.path}/merge_requests/${requireInteger(env, "CI_MERGE_REQUEST_IID", "only pipelines of merge requests have it")}`;

  return {
    run: env.CI_JOB_URL ?? "",
    // CI_COMMIT_SHA of a merged results pipeline is a merge that GitLab made for the check.
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || requireVariable(env, "CI_COMMIT_SHA"),
    headOfPullRequest: () => client.get(mergeRequest(), (item) => commitHash(item, "sha")),
    ...discussion(client, project.path, mergeRequest),
    newerApply: (stack) => newerApply(client, env, project.path, stack),
    findPlan: (stack, commit) => findPlan(client, project, stack, commit),
    mergedCommits: (commit) => mergedCommits(client, project, commit),
  };
}

const advice = {
  401: "GITLAB_TOKEN is wrong, revoked or expired.",
  403: "GITLAB_TOKEN needs the scope `api` (to find a plan, `read_api`) and the role Developer.",
  404: "It does not exist, or GITLAB_TOKEN may not see it.",
};
