import { logLines } from "../shared/logLine";
import type { Forge, MissingPlan, Run } from "./forge/forge";
import { forgeOf } from "./forge/forgeOf";
import { assertStackName } from "./stackName";

/** Finds the plan that was reviewed; returns the exit code. */
export async function findPlan(
  stack: string,
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  assertStackName(stack);
  const forge = forgeOf(env);
  const printable = logLines(env);
  const refuse = (message: string) => {
    console.error(printable(`error: ${message}`));
    return 2;
  };
  // A plan contains the goal, and not where it starts from: an older plan would undo a newer one, or
  // the part of it that was applied before it failed.
  const newer = await forge.newerApply(stack);
  if (newer) return refuse(newerApplyMessage(stack, newer));

  const { commit, plan } = await newestPlan(forge, stack);
  if (!plan.take) return refuse(missingPlanMessage(stack, commit, plan));

  await plan.take(file);
  console.log(
    printable(`The plan of ${stack} was made for commit ${commit} by run ${plan.run.url}.`),
  );
  return 0;
}

/**
 * The plan of this commit itself, if it has a preview, which was run by hand; otherwise that of the
 * last commit of the pull request that it merged. A preview that left no plan counts, too: the plan of
 * an earlier one is no longer what was reviewed.
 */
async function newestPlan(forge: Forge, stack: string) {
  const own = await forge.findPlan(stack, forge.commit);
  if (own.run) return { commit: forge.commit, plan: own };

  for (const commit of await forge.mergedCommits(forge.commit)) {
    const plan = await forge.findPlan(stack, commit);
    if (plan.run) return { commit, plan };
  }
  return { commit: forge.commit, plan: own };
}

const newerApplyMessage = (stack: string, { url, state }: Run) =>
  `A newer apply of ${stack} has started (${state}): ${url}. This older plan could undo what it did. ` +
  "Nothing was applied. Run the newest apply again instead; if its plan no longer fits, run the " +
  "preview by hand on the default branch first. To go back, revert the newer change.";

function missingPlanMessage(stack: string, commit: string, { run }: MissingPlan): string {
  const why = run
    ? `: its newest preview ${inWords(run.state)}: ${run.url}`
    : ", or for a pull request that it merged";
  return (
    `There is no plan of ${stack} for commit ${commit}${why}. Nothing was applied. Run the preview ` +
    "by hand on the default branch, read its plan, then run this job again."
  );
}

function inWords(state: string): string {
  if (state === "success") return "succeeded, but its plan has expired or was deleted";
  if (/^fail(ed|ure)$/.test(state)) return "failed";
  if (/^cancell?ed$/.test(state)) return "was cancelled";
  return `is in the state ${state}`;
}
