import { driftParts, type PipelinePlan, shardsOf } from "./plan";
import { shellWord } from "./yaml";

/** The version of the package that package-lock.json names; npx downloads nothing. */
export const auth0Native = "npx --no-install auth0-native";

/**
 * Installs the packages of a program in Python, Go and so on. Not the plugins: Pulumi would look for this
 * package's plugin on GitHub. npx puts it on PATH, where the commands of Pulumi find it.
 */
export const installProgram = "pulumi install --no-plugins";

/** Shows the reports of all previews in one comment. */
export const commentCommand = ({ stacks }: PipelinePlan): string[] => [
  `${auth0Native} ci comment`,
  ...stacks.map((stack) => shellWord(`previews/${stack}.json`)),
];

/** Checks the stack of one job, or the shard of one. */
export function driftCommand(plan: PipelinePlan, options = ""): string[] {
  const shards = shardsOf(plan);
  if (shards === undefined)
    return [`${auth0Native} drift "$STACK" --json "parts/$STACK.json"${options}`];
  const shard = `--shard "$SHARD/${shards}" --json "parts/$SHARD.json"${options}`;
  return plan.all
    ? [`${auth0Native} drift --all ${shard}`]
    : [`${auth0Native} drift`, ...plan.stacks.map(shellWord), shard];
}

/** Makes one report of those of all jobs; drift is no failure of the job. */
export const mergeCommand = (plan: PipelinePlan, markdown: string): string[] => [
  `${auth0Native} drift merge`,
  ...driftParts(plan).map((part) => shellWord(`parts/${part}.json`)),
  `--json drift/drift.json --markdown ${markdown} --html drift/drift.html --exit-codes report`,
];
