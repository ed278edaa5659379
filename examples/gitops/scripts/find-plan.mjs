// node scripts/find-plan.mjs <stack> <commit> <file>
// Finds the plan that was reviewed: of the merged pull request's last commit, or one made since by
// hand for the merged commit itself.
import { forge } from "./forge.mjs";
import { main } from "./main.mjs";

await main(async (stack, commit, file) => {
  const on = forge();
  // A plan holds what shall be, not what was: an older one would quietly undo a newer one.
  const newer = await on.newerApply(stack);
  if (newer) {
    throw new Error(
      `A newer plan of ${stack} is applied already, by ${newer}: this one would undo it. Nothing was ` +
        "applied. To go back, revert the newer change.",
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
