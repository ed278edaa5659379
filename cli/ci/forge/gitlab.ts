import type { Clock } from "../../../provider/api/clock";
import { packageName } from "../../../provider/shared/command";
import { ForgeClient, requireVariable } from "./client";
import type { Comments, Forge, Issues } from "./forge";

export function gitlab(env: NodeJS.ProcessEnv, clock: Clock): Forge {
  const hint = `Create a project access token, as \`${packageName} ci init\` describes.`;
  const token = requireVariable(env, "GITLAB_TOKEN", hint);
  const address = requireVariable(env, "CI_API_V4_URL");
  // Proxies and logs know this header as a secret, unlike PRIVATE-TOKEN.
  const api = { address, variable: "CI_API_V4_URL", token, headers: {}, advice };
  const client = new ForgeClient(api, clock);
  const project = `/projects/${requireVariable(env, "CI_PROJECT_ID")}`;
  return {
    run: env.CI_JOB_URL ?? "",
    applyLink: (project) => {
      const job = [...(project ? [project] : []), "apply"].join("-");
      const form = `${env.CI_PROJECT_URL}/-/pipelines/new`;
      return `[run a pipeline](${form}) on the default branch, start its job \`${job}\``;
    },
    // CI_COMMIT_SHA of a merged results pipeline is a merge that GitLab made for the check.
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || requireVariable(env, "CI_COMMIT_SHA"),
    subject: "preview",
    ...commentsWith(client, project, env),
    ...issuesWith(client, project),
  };
}

/** What this command reads of GitLab's objects. */
interface Request {
  sha: string;
  state: string;
}

interface Written {
  id: number;
  iid: number;
  title: string;
  body: string;
  description?: string | null;
  author?: { id: number } | null;
}

function commentsWith(client: ForgeClient, project: string, env: NodeJS.ProcessEnv): Comments {
  const requestPath = ({ number }: { number: number }) => `${project}/merge_requests/${number}`;
  return {
    async pullRequest() {
      const why = "Only merge request pipelines have it.";
      const number = Number(requireVariable(env, "CI_MERGE_REQUEST_IID", why));
      const { sha: head, state } = await client.get<Request>(requestPath({ number }));
      return { number, head, isMerged: state === "merged" };
    },

    comments: (request) =>
      writtenByUs(client, `${requestPath(request)}/notes?order_by=created_at&sort=asc`),
    addComment: (request, body) => client.write("POST", `${requestPath(request)}/notes`, { body }),
    editComment: (request, { id }, body) =>
      client.write("PUT", `${requestPath(request)}/notes/${id}`, { body }),
  };
}

function issuesWith(client: ForgeClient, project: string): Issues {
  const issuePath = ({ number }: { number: number }) => `${project}/issues/${number}`;
  return {
    async issues(label) {
      const query = `state=opened&labels=${encodeURIComponent(label)}&order_by=created_at&sort=asc`;
      const issues = await writtenByUs(client, `${project}/issues?${query}`);
      return issues.map(({ iid, title, description }) => {
        return { number: iid, title, body: description ?? "" };
      });
    },
    addIssue: ({ title, body, label }) =>
      client.write("POST", `${project}/issues`, { title, description: body, labels: label }),
    editIssue: (issue, { title, body }) =>
      client.write("PUT", issuePath(issue), { title, description: body }),
    commentIssue: (issue, body) => client.write("POST", `${issuePath(issue)}/notes`, { body }),
    closeIssue: (issue) => client.write("PUT", issuePath(issue), { state_event: "close" }),
  };
}

/** Anybody can write our marker into a note, so only notes that the job's token wrote count. */
async function writtenByUs(client: ForgeClient, path: string): Promise<Written[]> {
  const items = await client.list<Written>(path);
  const { id } = await client.get<{ id: number }>("/user");
  return items.filter(({ author }) => author?.id === id);
}

const advice = {
  401: "GITLAB_TOKEN is wrong, revoked, or expired.",
  404: "It doesn't exist, or GITLAB_TOKEN has no access to it.",
  403: "GITLAB_TOKEN needs the scope `api` and the role Developer.",
};
