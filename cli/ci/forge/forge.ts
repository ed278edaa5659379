export interface Forge extends Comments, Issues {
  run: string;
  /** What to do to plan and apply without a merge, with a link in Markdown. */
  applyLink(project?: string): string;
  /** The commit that this job is about, which is the last commit for a pull request. */
  commit: string;
  /** The job comments on the preview of a pull request, or on the plan of a merge. */
  subject: "preview" | "plan";
}

export interface Comments {
  /** The pull request of this job, or the one that its commit merged. */
  pullRequest(): Promise<PullRequest | undefined>;
  /** The comments on a pull request that the job's own token wrote, oldest first. */
  comments(request: PullRequest): Promise<{ id: number; body: string }[]>;
  addComment(request: PullRequest, body: string): Promise<void>;
  editComment(request: PullRequest, comment: { id: number }, body: string): Promise<void>;
}

export interface Issues {
  /** The open issues with a label that the job's own token wrote, oldest first. */
  issues(label: string): Promise<Issue[]>;
  addIssue(issue: IssueContent & { label: string }): Promise<void>;
  editIssue(issue: Issue, content: IssueContent): Promise<void>;
  commentIssue(issue: Issue, body: string): Promise<void>;
  closeIssue(issue: Issue): Promise<void>;
}

export interface PullRequest {
  number: number;
  head: string;
  isMerged: boolean;
}

export interface IssueContent {
  title: string;
  body: string;
}

export interface Issue extends IssueContent {
  /** The number within the repository or project. */
  number: number;
}
