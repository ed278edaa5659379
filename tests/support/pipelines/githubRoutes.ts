import type { ForgeMemory, Note } from "./forgeMemory";
import type { Route } from "./forgeRoute";

/** The routes below `/repos/<owner>/<name>`. */
export const githubRoutes = (memory: ForgeMemory): Route[] => [
  ...issueRoutes(memory),
  ...commentRoutes(memory),
  ...pullRoutes(memory),
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
  ["GET", /^\/labels$/, () => ({ list: memory.labels.map((name) => ({ name })) })],
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

const pullRoutes = (memory: ForgeMemory): Route[] => [
  [
    "GET",
    /^\/commits\/(\w+)\/pulls$/,
    ([sha = ""]) => ({
      list: [...memory.merged]
        .filter((commits) => commits.includes(sha))
        .map(([merge, head]) => ({
          ...{ number: 7, merged_at: "2026-01-01T00:00:00Z", merge_commit_sha: merge },
          head: { sha: head },
        })),
    }),
  ],
  ["GET", /^\/pulls\/7$/, () => ({ json: { number: 7, head: { sha: memory.head } } })],
];
