import { readFileSync } from "node:fs";
import type { Clock } from "../../../provider/api/clock";
import { packageName } from "../../../provider/shared/command";
import { ForgeClient, requireVariable } from "./client";
import type { Comments, Forge, Issues, PullRequest } from "./forge";

export function github(env: NodeJS.ProcessEnv, clock: Clock): Forge {
  const hint = `In the step's env, set GITHUB_TOKEN: $\{{ github.token }}.`;
  const token = requireVariable(env, "GITHUB_TOKEN", hint);
  const repository = requireVariable(env, "GITHUB_REPOSITORY");
  const api = {
    address: `${requireVariable(env, "GITHUB_API_URL")}/repos/${repository}`,
    variable: "GITHUB_API_URL",
    token,
    headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
    advice,
  };
  const client = new ForgeClient(api, clock);
  const event = pullRequestOf(env);
  const commit = event?.head ?? requireVariable(env, "GITHUB_SHA");
  const actions = `${env.GITHUB_SERVER_URL}/${repository}/actions`;
  return {
    run: `${actions}/runs/${env.GITHUB_RUN_ID}`,
    applyLink(project) {
      const name = [...(project ? [project] : []), "apply"].join("-");
      return `run the workflow [${name}](${actions}/workflows/${name}.yml)`;
    },
    // GITHUB_SHA of a pull request is a merge that GitHub made for the check.
    commit,
    subject: event ? "preview" : "plan",
    ...commentsWith(client, commit, event),
    ...issuesWith(client),
  };
}

/** What this command reads of GitHub's objects. */
interface Pull {
  number: number;
  head: { sha: string };
  merged_at?: string | null;
  merge_commit_sha?: string | null;
}

/** A comment, an issue, or a pull request, which GitHub's lists of issues also have. */
interface Written {
  id: number;
  number: number;
  title: string;
  body?: string | null;
  user?: { login: string } | null;
  pull_request?: object;
}

const commentsWith = (
  client: ForgeClient,
  commit: string,
  event: PullRequest | undefined,
): Comments => ({
  async pullRequest() {
    if (event) return readPull(await client.get<Pull>(`/pulls/${event.number}`));
    const pulls = await client.list<Pull>(`/commits/${commit}/pulls`);
    const merged = pulls.find((one) => one.merged_at && one.merge_commit_sha === commit);
    return merged && readPull(merged);
  },

  async comments({ number }) {
    const comments = await client.list<Written>(`/issues/${number}/comments`);
    return comments.filter(isOurs).map(({ id, body }) => ({ id, body: body ?? "" }));
  },
  addComment: ({ number }, body) => client.write("POST", `/issues/${number}/comments`, { body }),
  editComment: (_, { id }, body) => client.write("PATCH", `/issues/comments/${id}`, { body }),
});

function issuesWith(client: ForgeClient): Issues {
  return {
    async issues(label) {
      const query = `state=open&labels=${encodeURIComponent(label)}&sort=created&direction=asc`;
      const issues = await client.list<Written>(`/issues?${query}`);
      return issues
        .filter((one) => isOurs(one) && !one.pull_request)
        .map(({ number, title, body }) => ({ number, title, body: body ?? "" }));
    },
    async addIssue({ title, body, label }) {
      const labels = await client.list<{ name: string }>("/labels");
      const isKnown = labels.some(({ name }) => name === label);
      if (!isKnown) await client.write("POST", "/labels", { name: label });
      await client.write("POST", "/issues", { title, body, labels: [label] });
    },
    editIssue: ({ number }, { title, body }) =>
      client.write("PATCH", `/issues/${number}`, { title, body }),
    commentIssue: ({ number }, body) =>
      client.write("POST", `/issues/${number}/comments`, { body }),
    closeIssue: ({ number }) => client.write("PATCH", `/issues/${number}`, { state: "closed" }),
  };
}

const readPull = ({ number, head, merged_at: mergedAt }: Pull): PullRequest => ({
  number,
  head: head.sha,
  isMerged: Boolean(mergedAt),
});

/**
 * Anybody can write our marker into a comment, and another app may quote it, so only comments that the job's
 * token wrote count.
 */
const isOurs = ({ user }: Written): boolean => user?.login === "github-actions[bot]";

/** The pull request of the event that started the workflow, with its last commit at that time. */
function pullRequestOf({ GITHUB_EVENT_PATH }: NodeJS.ProcessEnv): PullRequest | undefined {
  const text = GITHUB_EVENT_PATH ? readFileSync(GITHUB_EVENT_PATH, "utf8") : "{}";
  const { pull_request: pull } = JSON.parse(text) as { pull_request?: Pull | null };
  return pull ? readPull(pull) : undefined;
}

const advice = {
  401: "The token is wrong or has expired.",
  404: "It doesn't exist, or the token has no access to it.",
  403: `The job lacks a permission. Compare its \`permissions\` with those that \`${packageName} ci init\` writes.`,
  410:
    "Issues are turned off in this repository (Settings, General, Features), " +
    "or this issue was deleted in the meantime. In that case, run this job again.",
};
