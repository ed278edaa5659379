import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Note {
  id: number;
  body: string;
  /** `bot` is the job's own token. */
  author: string;
}

export interface Issue extends Note {
  number: number;
  title: string;
  labels: string[];
  state: "open" | "closed";
  notes: Note[];
}

export interface Artifact {
  name: string;
  run: number;
  sha: string;
  /** The repository that the run's commit came from. */
  from: string;
  files: Record<string, string>;
  expired?: boolean;
}

/** A job of the apply workflow, in a run of it. */
export interface Apply {
  run: number;
  stack: string;
  /** What the forge says of it; without, it has succeeded. */
  job?: object;
  /** A later attempt took its place: only whoever asks for all sees it. */
  replaced?: boolean;
}

interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a script
  body: any;
}

type Answer = { status?: number; json?: unknown; list?: unknown[]; wrap?: string; text?: string };
type Route = [method: string, path: RegExp, answer: (part: string[], request: Request) => Answer];

export const token = "canary-forge-token";
export const repository = "acme/tenants";

/** GitHub's and GitLab's interfaces, as far as the workflows use them, over one memory. */
export async function startForge() {
  const memory = {
    issues: [] as Issue[],
    /** On the one pull request, number 7. */
    comments: [] as Note[],
    labels: [] as string[],
    artifacts: [] as Artifact[],
    applies: [] as Apply[],
    /** Commits of the default branch, and the heads that they merged. */
    merged: new Map<string, string>(),
    /** `POST /issues`, without the repository's part. */
    requests: [] as string[],
    refuse: undefined as ((request: string) => number | undefined) | undefined,
    pageSize: 100,
    /** Where a list's next page is said to be, if not here. */
    elsewhere: undefined as string | undefined,
    /** Where every request is redirected. */
    moved: undefined as string | undefined,
  };
  let ids = 100;

  const appliesOf = (id: string | undefined, all: boolean) =>
    memory.applies.filter(({ run, replaced }) => `${run}` === id && (all || !replaced));
  const add = (list: Note[], body: string): Note => {
    const note = { id: ++ids, body, author: "bot" };
    list.push(note);
    return note;
  };
  const open = (title: string, body: string, labels: string[]): Issue => {
    const number = memory.issues.length + 1;
    const issue: Issue = {
      ...{ id: ++ids, number, title, body, labels, state: "open", notes: [], author: "bot" },
    };
    memory.issues.push(issue);
    return issue;
  };
  const issueOf = (number = "") => memory.issues[Number(number) - 1] as Issue;
  const edit = (note: Note | undefined, body: string) => Object.assign(note ?? {}, { body });
  const withLabels = ({ query }: Request) =>
    memory.issues.filter(
      ({ state, labels }) => state === "open" && labels.includes(query.get("labels") ?? ""),
    );

  const user = ({ author }: Note) => ({
    login: author === "bot" ? "github-actions[bot]" : author,
    type: /bot/.test(author) ? "Bot" : "User",
  });
  const github = (note: Note) => ({ ...note, user: user(note) });
  const githubRoutes: Route[] = [
    ["GET", /^\/issues$/, (_, request) => ({ list: withLabels(request).map(github) })],
    ["POST", /^\/issues$/, (_, { body }) => ({ json: open(body.title, body.body, body.labels) })],
    ["PATCH", /^\/issues\/(\d+)$/, ([n], { body }) => ({ json: Object.assign(issueOf(n), body) })],
    ["GET", /^\/issues\/7\/comments$/, () => ({ list: memory.comments.map(github) })],
    [
      "POST",
      /^\/issues\/(\d+)\/comments$/,
      ([n], { body }) => ({ json: add(n === "7" ? memory.comments : issueOf(n).notes, body.body) }),
    ],
    [
      "PATCH",
      /^\/issues\/comments\/(\d+)$/,
      ([id], { body }) => ({
        json: edit(
          memory.comments.find((c) => `${c.id}` === id),
          body.body,
        ),
      }),
    ],
    [
      "GET",
      /^\/labels\/(.+)$/,
      ([name = ""]) => (memory.labels.includes(name) ? { json: { name } } : { status: 404 }),
    ],
    ["POST", /^\/labels$/, (_, { body }) => ({ json: memory.labels.push(body.name) })],
    [
      "GET",
      /^\/commits\/(\w+)\/pulls$/,
      ([sha = ""]) => ({
        list: [...memory.merged]
          .filter(([merge, head]) => merge === sha || head === sha)
          .map(([merge, head]) => ({
            ...{ number: 7, merged_at: "2026-01-01T00:00:00Z" },
            ...{ merge_commit_sha: merge, head: { sha: head } },
          })),
      }),
    ],
    [
      "GET",
      /^\/actions\/artifacts$/,
      (_, { query }) => ({
        wrap: "artifacts",
        list: memory.artifacts
          .filter(({ name }) => name === query.get("name"))
          .map(({ name, run, sha, from, expired = false }) => ({
            ...{ name, expired, created_at: `2026-01-01T00:00:${String(run).padStart(2, "0")}Z` },
            workflow_run: {
              ...{ id: run, head_sha: sha, repository_id: 1 },
              head_repository_id: from === repository ? 1 : 2,
            },
          })),
      }),
    ],
  ];

  githubRoutes.push(
    [
      "GET",
      /^\/actions\/workflows\/apply\.yml\/runs$/,
      () => ({
        wrap: "workflow_runs",
        list: runsOf(memory.applies).map((run) => ({
          ...{ id: run, run_number: run, html_url: `https://forge.example.com/runs/${run}` },
        })),
      }),
    ],
    [
      "GET",
      /^\/actions\/runs\/(\d+)\/jobs$/,
      ([id], { query }) => ({
        wrap: "jobs",
        list: appliesOf(id, query.get("filter") === "all").map(({ stack, job }) => ({
          ...{ name: `apply (${stack})`, status: "completed", conclusion: "success" },
          ...{ runner_name: "runner", steps: [{ name: "Apply", conclusion: "success" }], ...job },
        })),
      }),
    ],
  );

  const gitlab = (note: Note) => ({ ...note, author: { id: note.author === "bot" ? 1 : 2 } });
  const gitlabIssue = (issue: Issue) => ({
    ...gitlab(issue),
    ...{ iid: issue.number, description: issue.body, body: undefined },
  });
  const pipeline = ({ run, sha, from }: Artifact) => ({
    ...{ id: run, sha, project_id: from === repository ? 1 : 2 },
  });
  const gitlabRoutes: Route[] = [
    ["GET", /^\/user$/, () => ({ json: { id: 1 } })],
    ["GET", /^\/issues$/, (_, request) => ({ list: withLabels(request).map(gitlabIssue) })],
    [
      "POST",
      /^\/issues$/,
      (_, { body }) => ({
        json: gitlabIssue(open(body.title, body.description, body.labels.split(","))),
      }),
    ],
    [
      "PUT",
      /^\/issues\/(\d+)$/,
      ([n], { body: { title, description, state_event } }) => {
        const issue = issueOf(n);
        issue.title = title ?? issue.title;
        issue.body = description ?? issue.body;
        if (state_event === "close") issue.state = "closed";
        return { json: gitlabIssue(issue) };
      },
    ],
    [
      "POST",
      /^\/issues\/(\d+)\/notes$/,
      ([n], { body }) => ({ json: add(issueOf(n).notes, body.body) }),
    ],
    ["GET", /^\/merge_requests\/7\/notes$/, () => ({ list: memory.comments.map(gitlab) })],
    [
      "POST",
      /^\/merge_requests\/7\/notes$/,
      (_, { body }) => ({ json: add(memory.comments, body.body) }),
    ],
    [
      "PUT",
      /^\/merge_requests\/7\/notes\/(\d+)$/,
      ([id], { body }) => ({
        json: edit(
          memory.comments.find((c) => `${c.id}` === id),
          body.body,
        ),
      }),
    ],
    [
      "GET",
      /^\/repository\/commits\/(\w+)\/merge_requests$/,
      ([sha = ""]) => ({
        list: [...memory.merged]
          .filter(([merge]) => merge === sha)
          .map(([merge, head]) => ({
            iid: 7,
            state: "merged",
            merge_commit_sha: merge,
            sha: head,
          })),
      }),
    ],
    [
      "GET",
      /^\/pipelines$/,
      (_, { query }) => ({
        list: query.has("ref")
          ? runsOf(memory.applies).map((run) => ({
              ...{ id: run, web_url: `https://forge.example.com/runs/${run}` },
            }))
          : memory.artifacts.filter(({ sha }) => sha === query.get("sha")).map(pipeline),
      }),
    ],
    ["GET", /^\/merge_requests\/7\/pipelines$/, () => ({ list: memory.artifacts.map(pipeline) })],
    [
      "GET",
      /^\/pipelines\/(\d+)\/jobs$/,
      ([id], { query }) => ({
        list: [
          ...memory.artifacts
            .filter(({ run }) => `${run}` === id)
            .map(({ run, name }) => ({ id: run, name })),
          ...appliesOf(id, query.get("include_retried") === "true").map(({ run, stack, job }) => ({
            ...{ id: run, name: `apply: [${stack}]`, status: "success" },
            ...{ started_at: "2026-01-01T00:00:00Z", ...job },
          })),
        ],
      }),
    ],
    [
      "GET",
      /^\/jobs\/(\d+)\/artifacts\/(.+)$/,
      ([id, path = ""]) => {
        const text = memory.artifacts.find(({ run }) => `${run}` === id)?.files[path];
        return text === undefined ? { status: 404 } : { text };
      },
    ],
  ];

  function answer(request: Request, authorized: boolean): Answer {
    const { method, path } = request;
    const [routes, own] = path.startsWith("/repos/")
      ? [githubRoutes, path.slice(`/repos/${repository}`.length)]
      : [gitlabRoutes, path.replace(/^\/projects\/1/, "")];
    memory.requests.push(`${method} ${own}`);
    if (!authorized) return { status: 401, json: { message: "Bad credentials" } };
    const status = memory.refuse?.(`${method} ${own}`);
    if (status) return { status, json: { message: "refused by the test" } };
    for (const [verb, pattern, handle] of routes) {
      const found = pattern.exec(own);
      if (verb === method && found) return handle(found.slice(1), request);
    }
    return { status: 404, json: { message: "Not Found" } };
  }

  const server = createServer(async (message, response) => {
    const { pathname, searchParams } = new URL(message.url ?? "", url);
    if (memory.moved) {
      response.writeHead(302, { location: `${memory.moved}${message.url}` }).end();
      return;
    }
    const { authorization } = message.headers;
    const request = { path: pathname, query: searchParams, method: message.method ?? "" };
    const sent = await textOf(message);
    const body = sent ? JSON.parse(sent) : undefined;
    const authorized = authorization === `Bearer ${token}`;
    const { status = 200, json, list, wrap, text } = answer({ ...request, body }, authorized);
    if (!list) {
      response.writeHead(status).end(text ?? JSON.stringify(json ?? { message: "Not Found" }));
      return;
    }
    const asked = Math.min(Number(searchParams.get("per_page") ?? 30), memory.pageSize);
    const page = Number(searchParams.get("page") ?? 1);
    const items = list.slice((page - 1) * asked, page * asked);
    searchParams.set("page", String(page + 1));
    const next = `<${memory.elsewhere ?? url}${pathname}?${searchParams}>; rel="next"`;
    response.writeHead(status, page * asked < list.length ? { link: next } : {});
    response.end(JSON.stringify(wrap ? { [wrap]: items } : items));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return Object.assign(memory, {
    url,
    /** What the runner gives every step. */
    environments: {
      GitHub: {
        ...{ GITHUB_ACTIONS: "true", GITHUB_API_URL: url, GITHUB_REPOSITORY: repository },
        ...{ GITHUB_SERVER_URL: "https://github.example", GITHUB_RUN_ID: "42" },
        ...{ GITHUB_REF_NAME: "main", GITHUB_RUN_NUMBER: "5" },
        GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/apply.yml@refs/heads/main`,
      },
      GitLab: {
        ...{ GITLAB_CI: "true", CI_API_V4_URL: url, CI_PROJECT_ID: "1" },
        ...{ CI_JOB_URL: "https://gitlab.example/acme/tenants/-/jobs/42" },
        ...{ CI_COMMIT_REF_NAME: "main", CI_PIPELINE_ID: "5" },
      },
    },
    /** The requests since the last call that were to change something. */
    writes() {
      return memory.requests.splice(0).filter((request) => !request.startsWith("GET "));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}

export type Forge = Awaited<ReturnType<typeof startForge>>;

const runsOf = (applies: Apply[]) => [...new Set(applies.map(({ run }) => run))];

async function textOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of message.setEncoding("utf8")) text += part;
  return text;
}
