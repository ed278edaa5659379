import type { Artifact, ForgeMemory, Note } from "./forgeMemory";
import type { Route } from "./forgeRoute";

/** The routes below `/repos/<owner>/<name>`. */
export const githubRoutes = (memory: ForgeMemory, repository: string): Route[] => [
  ...issueRoutes(memory),
  ...commentRoutes(memory),
  ...planRoutes(memory, repository),
  ...applyRoutes(memory),
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
  ["POST", /^\/labels$/, (_, { body }) => ({ json: memory.labels.push(body.name) })],
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
  user: {
    login: note.author === "bot" ? "github-actions[bot]" : note.author,
    type: /bot/.test(note.author) ? "Bot" : "User",
  },
});

const planRoutes = (memory: ForgeMemory, repository: string): Route[] => [
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
  [
    "GET",
    /^\/actions\/artifacts$/,
    (_, { query }) => ({
      wrap: "artifacts",
      list: memory.artifacts
        .filter(({ name }) => name === query.get("name"))
        .map((artifact) => artifactOf(artifact, repository)),
    }),
  ],
];

const artifactOf = ({ name, run, sha, from, expired = false }: Artifact, repository: string) => ({
  name,
  expired,
  created_at: `2026-01-01T00:00:${String(run).padStart(2, "0")}Z`,
  workflow_run: {
    id: run,
    head_sha: sha,
    repository_id: 1,
    head_repository_id: from === repository ? 1 : 2,
  },
});

const applyRoutes = (memory: ForgeMemory): Route[] => [
  [
    "GET",
    /^\/actions\/workflows\/apply\.yml\/runs$/,
    () => ({
      wrap: "workflow_runs",
      list: memory.applyRuns().map((run) => ({
        id: run,
        run_number: run,
        html_url: `https://forge.example.com/runs/${run}`,
      })),
    }),
  ],
  [
    "GET",
    /^\/actions\/runs\/(\d+)\/jobs$/,
    ([id], { query }) => ({
      wrap: "jobs",
      list: memory.appliesOf(id, query.get("filter") === "all").map(({ stack, job }) => ({
        name: `apply (${stack})`,
        status: "completed",
        conclusion: "success",
        runner_name: "runner",
        steps: [{ name: "Apply", conclusion: "success" }],
        ...job,
      })),
    }),
  ],
];
