import { isObject } from "../../../../provider/shared/json";
import type { ForgeClient } from "../client";
import { integer, optionalText, text } from "../fields";
import type { Discussion } from "../forge";

/** Comments, which GitLab calls notes, and issues. */
export function discussion(
  client: ForgeClient,
  project: string,
  mergeRequest: () => string,
): Discussion {
  /** Anybody can write our marker into their own note. So only those of the job's token count. */
  async function ours<T extends { author: unknown }>(items: T[]): Promise<T[]> {
    const id = await client.get("/user", (user) => integer(user, "id"));
    return items.filter(({ author }) => isObject(author) && author.id === id);
  }
  const issuePath = ({ number }: { number: number }) => `${project}/issues/${number}`;

  return {
    async comments() {
      const query = "order_by=created_at&sort=asc";
      const notes = await client.list(`${mergeRequest()}/notes?${query}`, (item) => ({
        id: integer(item, "id"),
        body: text(item, "body"),
        author: item.author,
      }));
      return ours(notes);
    },
    addComment: (body) => client.write("POST", `${mergeRequest()}/notes`, { body }),
    editComment: ({ id }, body) => client.write("PUT", `${mergeRequest()}/notes/${id}`, { body }),

    async issues(label) {
      const filter = `state=opened&labels=${encodeURIComponent(label)}`;
      const query = `${filter}&order_by=created_at&sort=asc`;
      const issues = await client.list(`${project}/issues?${query}`, (item) => ({
        number: integer(item, "iid"),
        title: text(item, "title"),
        body: optionalText(item, "description") ?? "",
        author: item.author,
      }));
      return ours(issues);
    },
    addIssue: ({ title, body, label }) =>
      client.write("POST", `${project}/issues`, { title, description: body, labels: label }),
    editIssue: (issue, { title, body }) =>
      client.write("PUT", issuePath(issue), { title, description: body }),
    commentIssue: (issue, body) => client.write("POST", `${issuePath(issue)}/notes`, { body }),
    closeIssue: (issue) => client.write("PUT", issuePath(issue), { state_event: "close" }),
  };
}
