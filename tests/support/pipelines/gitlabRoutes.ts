import type { ForgeMemory, Issue, Note } from "./forgeMemory";
import type { Route } from "./forgeRoute";

/** The routes below `/projects/1`, and the user's. */
export const gitlabRoutes = (memory: ForgeMemory): Route[] => [
  ["GET", /^\/user$/, () => ({ json: { id: ownId } })],
  ...issueRoutes(memory),
  ...noteRoutes(memory),
  ["GET", /^\/merge_requests\/7$/, () => ({ json: { iid: 7, sha: memory.head } })],
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
