import type { ForgeMemory, Note } from "./forgeMemory";
import type { Route } from "./forgeRoute";

/** The routes below `/repos/<owner>/<name>`. */
export const githubRoutes = (memory: ForgeMemory, repository: string): Route[] => [
  ...issueRoutes(memory),
  ...commentRoutes(memory),
  ...planRoutes(memory),
  ...runRoutes(memory, repository),
];

const issueRoutes = (memory: ForgeMemory): Route[] => [
  [
    "GET",
    /^\/issues$/,
    (_, { query }) => ({ list: memory.openIssues(query.get("labels")).map(withUser) }),
  ],
  [
    "POST",
    /^\/issues$/,
    (_, { body }) => ({ json: memory.openIssue(body.title, body.body, body.labels) }),
  ],
  [
    "PATCH",
    /^\/issues\/(\d+)$/,
    ([number], { body }) => ({ json: Object.assign(memory.issue(number), body) }),
  ],
  [
    "GET",
    /^\/labels\/(.+)$/,
    ([name = ""]) => (memory.labels.includes(name) ? { json: { name } } : { status: 404 }),
  ],
  ["POST", /^\/labels$/, (_, { body }) => ({ json: memory.addLabel(body.name) })],
];

/** On GitHub, a pull request's comments are those of the issue with its number. */
const commentRoutes = (memory: ForgeMemory): Route[] => [
  ["GET", /^\/issues\/7\/comments$/, () => ({ list: memory.comments.map(withUser) })],
  [
    "POST",
    /^\/issues\/(\d+)\/comments$/,
    ([number], { body }) => {
      const list = number === "7" ? memory.comments : memory.issue(number).notes;
      return { json: memory.addNote(list, body.body) };
    },
  ],
  [
    "PATCH",
    /^\/issues\/comments\/(\d+)$/,
    ([id], { body }) => ({ json: memory.editComment(id, body.body) }),
  ],
];

const withUser = (note: Note) => ({
  ...note,
  user: { login: note.author === "bot" ? "github-actions[bot]" : note.author },
});

const planRoutes = (memory: ForgeMemory): Route[] => [
  [
    "GET",
    /^\/commits\/(\w+)\/pulls$/,
    ([sha = ""]) => ({
      list: [...memory.merged]
        .filter(([merge, head]) => merge === sha || head === sha)
        .map(([merge, head]) => ({
          number: 7,
          merged_at: "2026-01-01T00:00:00Z",
          merge_commit_sha: merge,
          head: { sha: head },
        })),
    }),
  ],
  ["GET", /^\/pulls\/7$/, () => ({ json: { number: 7, head: { sha: memory.head } } })],
  [
    "GET",
    /^\/actions\/runs\/(\d+)\/artifacts$/,
    ([id], { query }) => ({
      wrap: "artifacts",
      list: memory.artifacts
        .filter(({ name, run }) => name === query.get("name") && `${run}` === id)
        .map(({ name, expired = false }) => ({ name, expired })),
    }),
  ],
];

const runRoutes = (memory: ForgeMemory, repository: string): Route[] => [
  [
    "GET",
    /^\/actions\/workflows\/apply\.yml\/runs$/,
    () => ({
      wrap: "workflow_runs",
      list: memory
        .applyRuns()
        .map(([run, fork = repository]) => runOf(run, "a1", fork, repository)),
    }),
  ],
  [
    "GET",
    /^\/actions\/workflows\/preview\.yml\/runs$/,
    (_, { query }) => {
      const previews = memory.allPreviews().filter(({ sha }) => sha === query.get("head_sha"));
      const runs = new Map(
        previews.map(({ run, sha, from }) => [run, runOf(run, sha, from, repository)]),
      );
      return { wrap: "workflow_runs", list: [...runs.values()] };
    },
  ],
  [
    "GET",
    /^\/actions\/runs\/(\d+)\/jobs$/,
    ([id], { query }) => {
      const previews = memory.allPreviews().filter(({ run }) => `${run}` === id);
      const applies = memory.appliesOf(id, query.get("filter") === "all");
      return {
        wrap: "jobs",
        list: [
          ...previews.map(({ stack, job }) => ({
            ...finishedJob,
            name: `preview (${stack})`,
            ...job,
          })),
          ...applies.map(({ stack, job }) => ({
            ...finishedJob,
            name: `apply (${stack})`,
            ...job,
          })),
        ],
      };
    },
  ],
];

const runOf = (run: number, sha: string, from: string, repository: string) => ({
  id: run,
  run_number: run,
  html_url: `https://forge.example.com/runs/${run}`,
  head_sha: sha,
  repository: { id: 1 },
  head_repository: { id: from === repository ? 1 : 2 },
});

const finishedJob = {
  status: "completed",
  conclusion: "success",
  runner_name: "runner",
  steps: [{ name: "Apply", conclusion: "success" }],
};
