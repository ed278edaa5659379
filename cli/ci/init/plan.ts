/** Where the pipelines run. */
export type ForgeName = "github" | "gitlab";

export const forgeTitles: Record<ForgeName, string> = { github: "GitHub", gitlab: "GitLab" };

/** What the pipelines are written for. */
export interface PipelinePlan {
  /** Short names. */
  stacks: string[];
  /** Whether these are all stacks of the project, so that the drift check can find them itself. */
  all: boolean;
  /** The branch whose pushes are applied. */
  branch: string;
  /** Whether Pulumi runs the program with Node; other programs have packages beside those of npm. */
  nodejs: boolean;
}

/** One job checks this many stacks; more stacks are checked by several jobs. */
export const stacksPerShard = 20;

/** The jobs that a matrix can have: GitHub's "Usage limits", GitLab's `parallel`. */
export const maxMatrixJobs: Record<ForgeName, number> = { github: 256, gitlab: 200 };

/** How many jobs check for drift; undefined where each stack has its own job. */
export const shardsOf = ({ stacks }: Pick<PipelinePlan, "stacks">): number | undefined =>
  stacks.length > stacksPerShard ? Math.ceil(stacks.length / stacksPerShard) : undefined;

/** Whether each stack can have its own job for previews and applies. */
export const hasJobForEachStack = (forge: ForgeName, { stacks }: PipelinePlan): boolean =>
  stacks.length <= maxMatrixJobs[forge];

/** The names of the reports that the jobs of the drift check write: stacks, or numbers of shards. */
export function driftParts(plan: PipelinePlan): string[] {
  const shards = shardsOf(plan);
  return shards === undefined
    ? plan.stacks
    : Array.from({ length: shards }, (_, index) => String(index + 1));
}
