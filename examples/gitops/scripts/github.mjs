import { appendFileSync } from "node:fs";
import { client, requireVariable } from "./api.mjs";

export function github(env) {
  const token = requireVariable(
    env,
    "GITHUB_TOKEN",
    `give the step GITHUB_TOKEN: $\{{ github.token }}`,
  );
  const repository = requireVariable(env, "GITHUB_REPOSITORY", "GitHub Actions sets it");
  const run = `${env.GITHUB_SERVER_URL}/${repository}/actions/runs/${env.GITHUB_RUN_ID}`;
  const { call, all } = client({
    base: `${requireVariable(env, "GITHUB_API_URL", "GitHub Actions sets it")}/repos/${repository}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    },
    hints: {
      401: "The token is wrong or has expired.",
      403: "The job lacks a permission: compare its `permissions` with the workflow's in examples/gitops.",
      404: "It does not exist, or the token may not see it.",
      410: "Issues are switched off in this repository: Settings, General, Features.",
    },
  });
  // Anybody can write our marker into their own comment, and another app may quote it. So only what
  // the job's own token wrote counts.
  const ours = ({ user }) => user?.login === "github-actions[bot]";
  const pullRequest = () =>
    requireVariable(env, "PULL_REQUEST", "give the step the pull request's number by that name");

  return {
    run,
    commit: env.COMMIT,

    comments: async () => (await all(`/issues/${pullRequest()}/comments`)).filter(ours),
    addComment: (body) => call("POST", `/issues/${pullRequest()}/comments`, { body }),
    editComment: ({ id }, body) => call("PATCH", `/issues/comments/${id}`, { body }),

    issues: async (label) =>
      (await all(`/issues?state=open&labels=${label}&sort=created&direction=asc`)).filter(ours),
    async addIssue({ title, body, label }) {
      await call("GET", `/labels/${label}`).catch(() => call("POST", "/labels", { name: label }));
      return call("POST", "/issues", { title, body, labels: [label] });
    },
    editIssue: ({ number }, changes) => call("PATCH", `/issues/${number}`, changes),
    commentIssue: ({ number }, body) => call("POST", `/issues/${number}/comments`, { body }),
    closeIssue: ({ number }) => call("PATCH", `/issues/${number}`, { state: "closed" }),

    newerApply: (stack) => newerApply(all, env, stack),
    takePlan: (stack, sha) => takePlan(all, env, stack, sha),
  };
}

/** The newest later run of this workflow, if any, that has started to apply a plan of the stack. */
async function newerApply(all, env, stack) {
  const [, file] =
    /\/([^/@]+)@/.exec(requireVariable(env, "GITHUB_WORKFLOW_REF", "GitHub Actions sets it")) ?? [];
  const ownNumber = Number(requireVariable(env, "GITHUB_RUN_NUMBER", "GitHub Actions sets it"));
  const runs = await all(
    `/actions/workflows/${file}/runs?branch=${encodeURIComponent(env.GITHUB_REF_NAME)}`,
    (page) => page.workflow_runs,
  );
  const newer = runs.filter((one) => one.run_number > ownNumber);
  for (const run of newer.sort((a, b) => b.run_number - a.run_number)) {
    // Of every attempt: a second attempt does not undo what the first one applied.
    const jobs = await all(`/actions/runs/${run.id}/jobs?filter=all`, (page) => page.jobs);
    const job = jobs.find((one) => one.name === `apply (${stack})` && mayHaveApplied(one));
    if (job) return { url: run.html_url, state: job.conclusion ?? job.status };
  }
}

/** Names the artifact of the plan for the next step, which downloads it. */
async function takePlan(all, env, stack, sha) {
  const merged = (await all(`/commits/${sha}/pulls`)).filter(
    (pull) => pull.merged_at && pull.merge_commit_sha === sha,
  );
  for (const commit of [sha, ...merged.map(({ head }) => head.sha)]) {
    const name = `plan-${stack}-${commit}`;
    const query = `?name=${encodeURIComponent(name)}`;
    const artifacts = await all(`/actions/artifacts${query}`, (page) => page.artifacts);
    const [plan] = artifacts
      .filter(({ expired, workflow_run: made }) => !expired && isOfCommit(made, commit))
      .sort((a, b) => b.created_at.localeCompare(a.created_at));
    if (!plan) continue;
    appendFileSync(env.GITHUB_OUTPUT, `name=${name}\nrun=${plan.workflow_run.id}\n`);
    return { commit, run: plan.workflow_run.id };
  }
}

/** Only runs of this repository: a fork's workflow can upload anything under any name. */
const isOfCommit = (run, commit) =>
  run.head_sha === commit && run.head_repository_id === run.repository_id;

/** Whether a job may have started its step "Apply", however it ended; true in doubt. */
function mayHaveApplied({ status, conclusion, runner_name: runner, steps = [] }) {
  const isWaiting = ["queued", "requested", "waiting", "pending"].includes(status);
  // Skipped, cancelled before a runner took it, or rejected by a reviewer.
  const neverRan = conclusion === "skipped" || (steps.length === 0 && [null, ""].includes(runner));
  // Only for a failure: a cancelled job can show the step that was running as skipped.
  const failedBefore =
    conclusion === "failure" &&
    steps.some((step) => step.name === "Apply" && step.conclusion === "skipped");
  return !(isWaiting || neverRan || failedBefore);
}
