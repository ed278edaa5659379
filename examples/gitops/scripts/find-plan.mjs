// node scripts/find-plan.mjs <stack> <commit> <file>
// Finds the plan that was reviewed: that of the merged pull request's last commit, or of a preview
// that was run by hand for the merged commit itself.
import { forge } from "./forge.mjs";
import { main } from "./main.mjs";

await main(async (stack, commit, file) => {
  const on = forge();
  // A plan contains the goal, and not where it starts from: an older plan would undo a newer one, or
  // the part of it that was applied before it failed.
  const newer = await on.newerApply(stack);
  if (newer) {
    throw new Error(
      `A newer apply of ${stack} has started (${newer.state}): ${newer.url}. This older plan could ` +
        "undo what it did. Nothing was applied. Run the newest apply again instead; if its plan no " +
        "longer fits, run the preview by hand on the default branch first. To go back, revert the " +
        "newer change.",
    );
  }
  const plan = await on.takePlan(stack, commit, file);
  if (!plan) {
    throw new Error(
      `There is no plan of ${stack} for commit ${commit}, nor for a pull request merged by it, ` +
        "or it has expired. Nothing was applied. Run the preview by hand on the default branch, " +
        "read its plan, then run this job again.",
    );
  }
  console.log(`The plan of ${stack} was made for commit ${plan.commit} by run ${plan.run}.`);
});
