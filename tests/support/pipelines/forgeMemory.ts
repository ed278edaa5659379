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

/** A response outside of a forge's normal ones. */
export interface RawResponse {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
}

export interface ForgeRequest {
  /** The numbers and the commit in the path. */
  ids: string[];
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a request
  body: any;
}

/** Handlers by method and path, with `#` for each id. Lists are returned in pages. */
export type Routes = Record<string, (request: ForgeRequest) => object>;

/** A forge's data and behavior, which GitHub's and GitLab's routes share. */
export class ForgeMemory {
  issues: Issue[] = [];
  /** The comments on the only pull request, number 7. */
  comments: Note[] = [];
  labels: string[] = [];
  /** The last commit of the pull request. */
  head = "b2";
  /** Commits of the default branch, and the heads that they merged. */
  merged = new Map<string, string>();
  /** Requests such as `POST /issues`, without the repository's path. */
  requests: string[] = [];
  /** The status that rejects a request. */
  refuse: ((request: string) => number | undefined) | undefined;
  pageSize = 100;
  /** Responds in place of the forge. */
  answer: ((request: string) => RawResponse | "no response" | undefined) | undefined;
  private lastId = 100;

  reset(): void {
    Object.assign(this, new ForgeMemory());
  }

  addNote(list: Note[], body: string): Note {
    const note = { id: this.nextId(), body, author: "bot" };
    list.push(note);
    return note;
  }

  openIssue(title: string, body: string, labels: string[]): Issue {
    const number = this.issues.length + 1;
    const issue: Issue = {
      id: this.nextId(),
      number,
      title,
      body,
      labels,
      state: "open",
      notes: [],
      author: "bot",
    };
    this.issues.push(issue);
    return issue;
  }

  issue(number = ""): Issue {
    return this.issues[Number(number) - 1] as Issue;
  }

  addLabel(name: string): { name: string } {
    this.labels.push(name);
    return { name };
  }

  isMerged(): boolean {
    return [...this.merged.values()].includes(this.head);
  }

  /** The open issues with the requested label. */
  issuesOf(query: URLSearchParams): Issue[] {
    const label = query.get("labels") ?? "";
    return this.issues.filter(({ state, labels }) => state === "open" && labels.includes(label));
  }

  editComment(id: string | undefined, body: string): Note {
    const comment = this.comments.find((one) => `${one.id}` === id);
    return Object.assign(comment ?? {}, { body }) as Note;
  }

  /** The requests since the last call that change something. */
  writes(): string[] {
    return this.requests.splice(0).filter((request) => !request.startsWith("GET "));
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}
