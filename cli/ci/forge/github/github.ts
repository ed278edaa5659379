import type { Clock } from "../../../../provider/api/clock";
import { ForgeClient } from "../client";
import { commitHash, object } from "../fields";
import type { Forge } from "../forge";
import { requireVariable } from "../variables";
import { discussion } from "./discussion";
import { pullRequestOf } from "./event";
import { newerApply } from "./newerApply";
import { findPlan, mergedCommits } from "./plans";

export function github(env: NodeJS.ProcessEnv, clock: Clock): Forge {
  const token = requireVariable(
    env,
    "GITHUB_TOKEN",
    `give the step GITHUB_TOKEN: $\{{ github.token }}`,
  );
  const repository = requireVariable(env, "GITHUB_REPOSITORY");
  const client = new ForgeClient(
    {
      address: `${requireVariable(env, "GITHUB_API_URL")}/repos/${repository}`,
      variable: "GITHUB_API_URL",
      token,
      headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
      advice,
    },
    clock,
  );
  const pullRequest = pullRequestOf(env);
  const requirePullRequest = (): number => {
    if (pullRequest) return pullRequest.number;
    throw new Error(
      "The event in GITHUB_EVENT_PATH has no pull request: run this command in a workflow of `pull_request`.",
    );
  };

  return {
    run: `${env.GITHUB_SERVER_URL}/${repository}/actions/runs/${env.GITHUB_RUN_ID}`,
    // GITHUB_SHA of a pull request is a merge that GitHub made for the check.
    commit: pullRequest?.head ?? requireVariable(env, "GITHUB_SHA"),
    headOfPullRequest: () =>
      client.get(`/pulls/${requirePullRequest()}`, (pull) =>
        commitHash(object(pull, "head"), "sha"),
      ),
    ...discussion(client, requirePullRequest),
    newerApply: (stack) => newerApply(client, env, stack),
    findPlan: (stack, commit) => findPlan(client, env, stack, commit),
    mergedCommits: (commit) => mergedCommits(client, commit),
  };
}

const advice = {
  401: "The token is wrong or has expired.",
  403: "The job lacks a permission: compare its `permissions` with what `auth0-native ci init` writes.",
  404: "It does not exist, or the token may not see it.",
  410: "Issues are switched off in this repository: Settings, General, Features.",
};
