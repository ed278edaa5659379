import type { ForgeMemory, Issue, Note, Routes } from "./forgeMemory";

/** The routes below `/projects/1`, and the user's. */
export const gitlabRoutes = (memory: ForgeMemory): Routes => ({
  "GET /user": () => ({ id: ownId }),
  "GET /issues": ({ query }) => memory.issuesOf(query).map(issueOf),
  "POST /issues": ({ body: { title, description, labels } }) =>
    issueOf(memory.openIssue(title, description, labels.split(","))),
  "PUT /issues/#": ({ ids: [number], body: { title, description, state_event } }) => {
    const issue = memory.issue(number);
    issue.title = title ?? issue.title;
    issue.body = description ?? issue.body;
    if (state_event === "close") issue.state = "closed";
    return issueOf(issue);
  },
  "POST /issues/#/notes": ({ ids: [number], body }) =>
    memory.addNote(memory.issue(number).notes, body.body),

  "GET /merge_requests/#": () => ({
    iid: 7,
    sha: memory.head,
    state: memory.isMerged() ? "merged" : "opened",
  }),
  "GET /merge_requests/#/notes": ({ query }) => {
    const notes = memory.comments.map(withAuthor);
    // By default, the newest one is first.
    return query.get("sort") === "asc" ? notes : notes.reverse();
  },
  "POST /merge_requests/#/notes": ({ body }) => memory.addNote(memory.comments, body.body),
  "PUT /merge_requests/#/notes/#": ({ ids: [, id], body }) => memory.editComment(id, body.body),
});

/** The id of the token's user. */
const ownId = 1;

const withAuthor = (note: Note) => ({ ...note, author: { id: note.author === "bot" ? ownId : 2 } });

const issueOf = (issue: Issue) => ({
  ...withAuthor(issue),
  iid: issue.number,
  description: issue.body,
  body: undefined,
});
