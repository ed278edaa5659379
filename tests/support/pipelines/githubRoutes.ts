import type { ForgeMemory, Note, Routes } from "./forgeMemory";

/** The routes below `/repos/<owner>/<name>`. On GitHub, a pull request's comments are those of an issue. */
export const githubRoutes = (memory: ForgeMemory): Routes => ({
  "GET /issues": ({ query }) => memory.issuesOf(query).map(withUser),
  "POST /issues": ({ body }) => memory.openIssue(body.title, body.body, body.labels),
  "PATCH /issues/#": ({ ids: [number], body }) => Object.assign(memory.issue(number), body),
  "GET /labels": () => memory.labels.map((name) => ({ name })),
  "POST /labels": ({ body }) => memory.addLabel(body.name),

  "GET /issues/#/comments": () => memory.comments.map(withUser),
  "POST /issues/#/comments": ({ ids: [number], body }) =>
    memory.addNote(number === "7" ? memory.comments : memory.issue(number).notes, body.body),
  "PATCH /issues/comments/#": ({ ids: [id], body }) => memory.editComment(id, body.body),

  "GET /pulls/#": () => ({
    number: 7,
    head: { sha: memory.head },
    merged_at: memory.isMerged() ? "2026-01-01T00:00:00Z" : null,
  }),
  "GET /commits/#/pulls": ({ ids: [sha = ""] }) =>
    [...memory.merged]
      .filter((commits) => commits.includes(sha))
      .map(([merge, head]) => ({
        number: 7,
        merged_at: "2026-01-01T00:00:00Z",
        merge_commit_sha: merge,
        head: { sha: head },
      })),
});

const withUser = (note: Note) => ({
  ...note,
  user: { login: note.author === "bot" ? "github-actions[bot]" : note.author },
});
