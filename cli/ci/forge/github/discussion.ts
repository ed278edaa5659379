import { isObject, type Props } from "../../../../provider/shared/json";
import type { ForgeClient } from "../client";
import { integer, optionalText, text } from "../fields";
import type { Discussion } from "../forge";

/** Comments and issues. */
export const discussion = (client: ForgeClient, pullRequest: () => number): Discussion => ({
  async comments() {
    const comments = await client.list(`/issues/${pullRequest()}/comments`, (item) => ({
      id: integer(item, "id"),
      body: optionalText(item, "body") ?? "",
      isOurs: isOurs(item),
    }));
    return comments.filter((comment) => comment.isOurs);
  },
  addComment: (body) => client.write("POST", `/issues/${pullRequest()}/comments`, { body }),
  editComment: ({ id }, body) => client.write("PATCH", `/issues/comments/${id}`, { body }),

  async issues(label) {
    const query = `state=open&labels=${encodeURIComponent(label)}&sort=created&direction=asc`;
    const issues = await client.list(`/issues?${query}`, (item) => ({
      number: integer(item, "number"),
      title: text(item, "title"),
      body: optionalText(item, "body") ?? "",
      // GitHub's lists of issues contain the pull requests.
      isOurs: isOurs(item) && !isObject(item.pull_request),
    }));
    return issues.filter((issue) => issue.isOurs);
  },
  async addIssue({ title, body, label }) {
    const exists = await client.exists(`/labels/${encodeURIComponent(label)}`);
    if (!exists) await client.write("POST", "/labels", { name: label });
    await client.write("POST", "/issues", { title, body, labels: [label] });
  },
  editIssue: ({ number }, { title, body }) =>
    client.write("PATCH", `/issues/${number}`, { title, body }),
  commentIssue: ({ number }, body) => client.write("POST", `/issues/${number}/comments`, { body }),
  closeIssue: ({ number }) => client.write("PATCH", `/issues/${number}`, { state: "closed" }),
});

/**
 * Anybody can write our marker into their own comment, and another app may quote it. So only what the
 * job's own token wrote counts.
 */
const isOurs = ({ user }: Props): boolean => isObject(user) && user.login === "github-actions[bot]";
