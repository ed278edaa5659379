import type { Apply, ForgeMemory, Issue, Note, Preview } from "./forgeMemory";
import type { Route } from "./forgeRoute";

/** The routes below `/projects/1`, and the user's. */
export const gitlabRoutes = (memory: ForgeMemory, repository: string): Route[] => [
  ["GET", /^\/user$/, () => ({ json: { id: ownId } })],
  ...issueRoutes(memory),
  ...noteRoutes(memory),
  ...pipelineRoutes(memory, repository),
  ...jobRoutes(memory),
];

/** The id of the token's user. */
const ownId = 1;

const withAuthor = (note: Note) => ({ ...note, author: { id: note.author === "bot" ? ownId : 2 } });

const issueOf = (issue: Issue) => ({
  ...withAuthor(issue),
  iid: issue.number,
  description: issue.body,
  body: undefined,
});

const issueRoutes = (memory: ForgeMemory): Route[] => [
  [
    "GET",
    /^\/issues$/,
    (_, { query }) => ({ list: memory.openIssues(query.get("labels")).map(issueOf) }),
  ],
  [
    "POST",
    /^\/issues$/,
    (_, { body: { title, description, labels } }) => ({
      json: issueOf(memory.openIssue(title, description, labels.split(","))),
    }),
  ],
  [
    "PUT",
    /^\/issues\/(\d+)$/,
    ([number], { body: { title, description, state_event } }) => {
      const issue = memory.issue(number);
      issue.title = title ?? issue.title;
      issue.body = description ?? issue.body;
      if (state_event === "close") issue.state = "closed";
      return { json: issueOf(issue) };
    },
  ],
];

const noteRoutes = (memory: ForgeMemory): Route[] => [
  [
    "POST",
    /^\/issues\/(\d+)\/notes$/,
    ([number], { body }) => ({ json: memory.addNote(memory.issue(number).notes, body.body) }),
  ],
  [
    "GET",
    /^\/merge_requests\/7\/notes$/,
    (_, { query }) => {
      const notes = memory.comments.map(withAuthor);
      // By default, the newest is the first.
      return { list: query.get("sort") === "asc" ? notes : notes.reverse() };
    },
  ],
  [
    "POST",
    /^\/merge_requests\/7\/notes$/,
    (_, { body }) => ({ json: memory.addNote(memory.comments, body.body) }),
  ],
  [
    "PUT",
    /^\/merge_requests\/7\/notes\/(\d+)$/,
    ([id], { body }) => ({ json: memory.editComment(id, body.body) }),
  ],
];

function pipelineRoutes(memory: ForgeMemory, repository: string): Route[] {
  const previewPipelines = () => {
    const pipelines = memory
      .allPreviews()
      .map(({ run, sha, from, ref = "refs/merge-requests/7/head" }) =>
        pipelineOf(run, sha, from === repository ? ownId : 2, ref),
      );
    return [...new Map(pipelines.map((pipeline) => [pipeline.id, pipeline])).values()];
  };
  const applyPipelines = () =>
    memory
      .applyRuns()
      .map(([run]) => pipelineOf(run, "a1", 1, "main"))
      .sort((a, b) => b.id - a.id);
  return [
    [
      "GET",
      /^\/repository\/commits\/(\w+)\/merge_requests$/,
      ([commit = ""]) => ({
        list: [...memory.merged]
          .filter((commits) => commits.includes(commit))
          .map(([merge, head]) => ({
            iid: 7,
            state: "merged",
            merge_commit_sha: merge,
            squash_commit_sha: null,
            sha: head,
          })),
      }),
    ],
    ["GET", /^\/merge_requests\/7$/, () => ({ json: { iid: 7, sha: memory.head } })],
    [
      "GET",
      /^\/pipelines$/,
      (_, { query }) => ({
        list: query.has("ref")
          ? applyPipelines()
          : previewPipelines().filter(({ sha }) => sha === query.get("sha")),
      }),
    ],
    ["GET", /^\/merge_requests\/7\/pipelines$/, () => ({ list: previewPipelines() })],
  ];
}

const pipelineOf = (run: number, sha: string, project: number, ref: string) => ({
  id: run,
  web_url: `https://forge.example.com/runs/${run}`,
  sha,
  ref,
  project_id: project,
});

const jobRoutes = (memory: ForgeMemory): Route[] => [
  [
    "GET",
    /^\/pipelines\/(\d+)\/jobs$/,
    ([id], { query }) => {
      const previews = memory.allPreviews().filter(({ run }) => `${run}` === id);
      const applies = memory.appliesOf(id, query.get("include_retried") === "true");
      return { list: [...previews.map(jobOf("preview")), ...applies.map(jobOf("apply"))] };
    },
  ],
  [
    "GET",
    /^\/jobs\/(\d+)\/artifacts\/(.+)$/,
    ([id, path = ""]) => {
      const artifact = memory.artifacts.find(({ run }) => `${run}` === id);
      const text = artifact?.expired ? undefined : artifact?.files[path];
      return text === undefined ? { status: 404 } : { text };
    },
  ],
];

const jobOf =
  (pipeline: string) =>
  ({ run, stack, job }: Preview | Apply) => ({
    id: run,
    name: `${pipeline}: [${stack}]`,
    status: "success",
    started_at: "2026-01-01T00:00:00Z",
    ...job,
  });
