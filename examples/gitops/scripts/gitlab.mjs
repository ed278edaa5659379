import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { client, requireVariable } from "./api.mjs";

export function gitlab(env) {
  const token = requireVariable(env, "GITLAB_TOKEN", "make a project access token (see README.md)");
  const api = client({
    base: requireVariable(env, "CI_API_V4_URL", "GitLab CI sets it"),
    // Not PRIVATE-TOKEN: fetch would send that header to another host after a redirect.
    headers: { authorization: `Bearer ${token}` },
    hints: {
      401: "GITLAB_TOKEN is wrong, revoked or expired.",
      403: "GITLAB_TOKEN needs the scope `api` and the role Developer.",
      404: "It does not exist, or GITLAB_TOKEN may not see it.",
    },
  });
  const own = projectPath(env);
  const notes = () =>
    `${own}/merge_requests/${requireVariable(env, "CI_MERGE_REQUEST_IID", "only merge requests have it")}/notes`;
  // Anybody can write our marker into their own note. So only those of the job's token count.
  const ours = async (list) => {
    const { id } = await api.call("GET", "/user");
    return list.filter(({ author }) => author.id === id);
  };
  const issue = ({ iid }) => `${own}/issues/${iid}`;

  return {
    run: env.CI_JOB_URL,
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA,

    comments: async () => ours(await api.all(notes())),
    addComment: (body) => api.call("POST", notes(), { body }),
    editComment: ({ id }, body) => api.call("PUT", `${notes()}/${id}`, { body }),

    async issues(label) {
      const query = `?state=opened&labels=${label}&order_by=created_at&sort=asc`;
      const list = await ours(await api.all(`${own}/issues${query}`));
      return list.map(({ iid, title, description }) => ({ iid, title, body: description }));
    },
    addIssue: ({ title, body, label }) =>
      api.call("POST", `${own}/issues`, { title, description: body, labels: label }),
    editIssue: (found, { title, body }) =>
      api.call("PUT", issue(found), { title, description: body }),
    commentIssue: (found, body) => api.call("POST", `${issue(found)}/notes`, { body }),
    closeIssue: (found) => api.call("PUT", issue(found), { state_event: "close" }),

    newerApply: (stack) => newerApply(api, env, stack),
    takePlan: (stack, sha, file) => takePlan(api, env, stack, sha, file),
  };
}

/** The newest later pipeline of this branch, if any, that has started to apply a plan of the stack. */
async function newerApply(api, env, stack) {
  const own = projectPath(env);
  const ref = encodeURIComponent(requireVariable(env, "CI_COMMIT_REF_NAME", "GitLab CI sets it"));
  const ownId = Number(requireVariable(env, "CI_PIPELINE_ID", "GitLab CI sets it"));
  const pipelines = await api.all(`${own}/pipelines?ref=${ref}`);
  for (const pipeline of pipelines.filter(({ id }) => id > ownId).sort(newest)) {
    // With retried jobs: a second attempt does not undo what the first one applied.
    const list = `${own}/pipelines/${pipeline.id}/jobs?include_retried=true`;
    const isApply = ({ name }) => name === `apply: [${stack}]`;
    const job = (await api.all(list)).filter(isApply).find(mayHaveApplied);
    if (job) return { url: pipeline.web_url, state: job.status };
  }
}

/** Writes the plan's file. */
async function takePlan(api, env, stack, sha, file) {
  const own = projectPath(env);
  const merged = (await api.all(`${own}/repository/commits/${sha}/merge_requests`)).filter(
    (request) =>
      request.state === "merged" &&
      [request.merge_commit_sha, request.squash_commit_sha, request.sha].includes(sha),
  );
  const sources = [
    { commit: sha, list: `${own}/pipelines?sha=${sha}` },
    ...merged.map((request) => ({
      commit: request.sha,
      list: `${own}/merge_requests/${request.iid}/pipelines`,
    })),
  ];
  for (const { commit, list } of sources) {
    for (const pipeline of (await api.all(list)).filter(isOf(env.CI_PROJECT_ID)).sort(newest)) {
      const jobs = await api.all(`${own}/pipelines/${pipeline.id}/jobs`);
      const [job] = jobs.filter(isPreviewOf(stack)).sort(newest);
      if (!job) continue;
      // The name of the file contains the commit: a preview of another commit has no such file.
      const path = `${own}/jobs/${job.id}/artifacts/plan/${stack}-${commit}.json`;
      const plan = await api.text(path).catch(() => undefined);
      if (plan === undefined) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, plan);
      return { commit, run: pipeline.id };
    }
  }
}

const projectPath = (env) =>
  `/projects/${requireVariable(env, "CI_PROJECT_ID", "GitLab CI sets it")}`;

const newest = (a, b) => b.id - a.id;

/** Only pipelines of this project: a fork's pipeline can keep anything under any name. */
const isOf = (project) => (pipeline) => String(pipeline.project_id) === project;

const isPreviewOf = (stack) => (job) => job.name === `preview: [${stack}]`;

/** Whether a runner may have started the job, however it ended; true in doubt. */
function mayHaveApplied({ status, started_at: started }) {
  if (started) return true;
  // Cancelled while it waited, or no runner took it.
  if (started === null && ["failed", "canceled"].includes(status)) return false;
  return !notStarted.includes(status);
}

const notStarted = [
  ...["created", "waiting_for_resource", "waiting_for_callback", "preparing", "pending"],
  ...["scheduled", "manual", "skipped"],
];
