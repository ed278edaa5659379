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
  /** The repository of the run's commit. */
  from: string;
  files: Record<string, string>;
  expired?: boolean;
}

/** A job of the preview workflow, in the latest attempt of one of its runs. */
export interface Preview {
  run: number;
  stack: string;
  sha: string;
  /** The repository of the run's commit. */
  from: string;
  /** What GitLab's pipeline runs on; by default, the merge request's own commits. */
  ref?: string;
  /** What the forge reports of the job; it has succeeded if this is absent. */
  job?: object;
}

/** A job of the apply workflow, in one of its runs. */
export interface Apply {
  run: number;
  stack: string;
  /** The repository of the run's commit, if it is a fork. */
  from?: string;
  /** What the forge reports of the job; it has succeeded if this is absent. */
  job?: object;
  /** Whether a later attempt replaced the job: only a list of all attempts contains it. */
  replaced?: boolean;
}

/** A response that no forge sends, or none of these routes. */
export interface RawResponse {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
}

/** What a forge holds, and how it behaves. Both GitHub's and GitLab's routes use it. */
export class ForgeMemory {
  issues: Issue[] = [];
  /** On the one pull request, number 7. */
  comments: Note[] = [];
  labels: string[] = [];
  /** The last commit of the pull request. */
  head = "b2";
  artifacts: Artifact[] = [];
  /** Without those whose artifacts are all that matters: they have succeeded. */
  previews: Preview[] = [];
  applies: Apply[] = [];
  /** Commits of the default branch, and the heads that they merged. */
  merged = new Map<string, string>();
  /** Such as `POST /issues`, without the repository's part. */
  requests: string[] = [];
  /** The status that refuses a request. */
  refuse: ((request: string) => number | undefined) | undefined;
  pageSize = 100;
  /** The host of a list's next page, if it is another one. */
  elsewhere: string | undefined;
  /** Responds in the place of the forge. */
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
    const issue: Issue = {
      id: this.nextId(),
      number: this.issues.length + 1,
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

  openIssues(label: string | null): Issue[] {
    return this.issues.filter(
      ({ state, labels }) => state === "open" && labels.includes(label ?? ""),
    );
  }

  editComment(id: string | undefined, body: string): Note {
    const comment = this.comments.find((one) => `${one.id}` === id);
    return Object.assign(comment ?? {}, { body }) as Note;
  }

  appliesOf(run: string | undefined, allAttempts: boolean): Apply[] {
    return this.applies.filter(
      (apply) => `${apply.run}` === run && (allAttempts || !apply.replaced),
    );
  }

  /** The runs of the apply workflow, each with the fork that its commit is from. */
  applyRuns(): [run: number, fork: string | undefined][] {
    return [...new Map(this.applies.map(({ run, from }) => [run, from]))];
  }

  /** The jobs of the preview workflow, also those that only their artifacts tell of. */
  allPreviews(): Preview[] {
    const implied: Preview[] = this.artifacts.map(({ name, run, sha, from }) => {
      // `plan-<stack>-<commit>` on GitHub, `preview: [<stack>]` on GitLab.
      const stack = /^plan-(.*)-\w+$|^preview: \[(.*)\]$/.exec(name);
      return { run, sha, from, stack: stack?.[1] ?? stack?.[2] ?? "" };
    });
    const isNamed = ({ run, stack }: Preview) =>
      this.previews.some((preview) => preview.run === run && preview.stack === stack);
    return [...this.previews, ...implied.filter((preview) => !isNamed(preview))];
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
