import { readFileSync } from "node:fs";
import type { Clock } from "../../../provider/api/clock";
import { packageName } from "../../../provider/shared/command";
import { isObject, type Props } from "../../../provider/shared/json";
import { ForgeClient, integer, object, optionalText, requireVariable, text } from "./client";
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

const commentsWith = (
  client: ForgeClient,
  commit: string,
  event: PullRequest | undefined,
): Comments => ({
  async pullRequest() {
    if (event) return client.get(`/pulls/${event.number}`, readPull);
    const path = `/commits/${commit}/pulls`;
    const pulls = await client.list(path, (item) => ({ ...readPull(item), item }));
    return pulls.find(({ item, isMerged }) => isMerged && item.merge_commit_sha === commit);
  },

  async comments({ number }) {
    const comments = await client.list(`/issues/${number}/comments`, (item) => ({
      id: integer(item, "id"),
      body: optionalText(item, "body") ?? "",
      isOurs: isOurs(item),
    }));
    return comments.filter((comment) => comment.isOurs);
  },
  addComment: ({ number }, body) => client.write("POST", `/issues/${number}/comments`, { body }),
  editComment: (_, { id }, body) => client.write("PATCH", `/issues/comments/${id}`, { body }),
});

function issuesWith(client: ForgeClient): Issues {
  return {
    async issues(label) {
      const query = `state=open&labels=${encodeURIComponent(label)}&sort=created&direction=asc`;
      const issues = await client.list(`/issues?${query}`, (item) => ({
        number: integer(item, "number"),
        title: text(item, "title"),
        body: optionalText(item, "body") ?? "",
        // GitHub's lists of issues also have pull requests.
        isOurs: isOurs(item) && !isObject(item.pull_request),
      }));
      return issues.filter((issue) => issue.isOurs);
    },
    async addIssue({ title, body, label }) {
      const labels = await client.list("/labels", (item) => text(item, "name"));
      if (!labels.includes(label)) await client.write("POST", "/labels", { name: label });
      await client.write("POST", "/issues", { title, body, labels: [label] });
    },
    editIssue: ({ number }, { title, body }) =>
      client.write("PATCH", `/issues/${number}`, { title, body }),
    commentIssue: ({ number }, body) =>
      client.write("POST", `/issues/${number}/comments`, { body }),
    closeIssue: ({ number }) => client.write("PATCH", `/issues/${number}`, { state: "closed" }),
  };
}

const readPull = (pull: Props): PullRequest => ({
  number: integer(pull, "number"),
  head: text(object(pull, "head"), "sha"),
  isMerged: optionalText(pull, "merged_at") !== undefined,
});

/**
 * Anybody can write our marker into a comment, and another app may quote it, so only comments that the job's
 * token wrote count.
 */
const isOurs = ({ user }: Props): boolean => isObject(user) && user.login === "github-actions[bot]";

/** The pull request of the event that started the workflow, with its last commit at that time. */
function pullRequestOf({ GITHUB_EVENT_PATH }: NodeJS.ProcessEnv): PullRequest | undefined {
  const text = GITHUB_EVENT_PATH ? readFileSync(GITHUB_EVENT_PATH, "utf8") : "{}";
  const { pull_request: pull } = JSON.parse(text) as Props;
  return isObject(pull) ? readPull(pull) : undefined;
}

const advice = {
  401: "The token is wrong or has expired.",
  403: `The job lacks a permission. Compare its \`permissions\` with those that \`${packageName} ci init\` writes.`,
  404: "It doesn't exist, or the token has no access to it.",
  410:
    "Issues are turned off in this repository (Settings, General, Features), " +
    "or this issue was deleted in the meantime. In that case, run this job again.",
};
