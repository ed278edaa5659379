/** What the commands need of GitHub or GitLab. */
export interface Forge extends Discussion {
  /** The page of this run, for links. */
  run: string;
  /** The commit that this job is about: of a pull request, its last commit. */
  commit: string;

  /** The pull request's last commit now; another one than `commit` if there was a push since. */
  headOfPullRequest(): Promise<string>;
  /** The newest later run that has started to apply a plan of the stack, however it ended. */
  newerApply(stack: string): Promise<Run | undefined>;
  /**
   * The plan of the newest preview of a stack for a commit of this repository, without those of forks.
   * A preview that failed, was cancelled or is still running has no plan, whatever an earlier one left.
   */
  findPlan(stack: string, commit: string): Promise<FoundPlan | MissingPlan>;
  /** The last commits of the pull requests that a commit of the default branch merged. */
  mergedCommits(commit: string): Promise<string[]>;
}

/** Comments and issues. */
export interface Discussion {
  /** The comments on the pull request that the job's own token wrote, oldest first. */
  comments(): Promise<Comment[]>;
  addComment(body: string): Promise<void>;
  editComment(comment: Comment, body: string): Promise<void>;

  /** The open issues with a label that the job's own token wrote, oldest first. */
  issues(label: string): Promise<Issue[]>;
  addIssue(issue: IssueContent & { label: string }): Promise<void>;
  editIssue(issue: Issue, content: IssueContent): Promise<void>;
  commentIssue(issue: Issue, body: string): Promise<void>;
  closeIssue(issue: Issue): Promise<void>;
}

export interface Comment {
  id: number;
  body: string;
}

export interface IssueContent {
  title: string;
  body: string;
}

export interface Issue extends IssueContent {
  /** The number within the repository or project. */
  number: number;
}

/** A run of a pipeline. */
export interface Run {
  url: string;
  /** In the forge's words, such as `success` or `in_progress`. */
  state: string;
}

export interface FoundPlan {
  run: Run;
  /** Puts the plan's file at a path, or tells the next step of the job where to download it. */
  take(file: string): Promise<void>;
}

/** Why there is no plan; the run, if there was a preview. */
export interface MissingPlan {
  run?: Run;
  take?: undefined;
}
