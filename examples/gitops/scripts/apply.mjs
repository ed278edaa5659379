// node scripts/apply.mjs <stack> <plan file>
// Applies a reviewed plan, and nothing else.
import { existsSync } from "node:fs";
import { main } from "./main.mjs";
import { checkCli, pulumi } from "./pulumi.mjs";

/** What the CLI prints when the program does not fit the plan. */
const doesNotFit = /violates plan|is not allowed by the plan|expected resource operations/;

await main(async (stack, file) => {
  checkCli();
  if (!existsSync(file)) throw new Error(`There is no plan at ${file}. Nothing was applied.`);
  let updating = false;
  let stale = false;
  // Without --skip-preview: the preview compares the whole program with the plan before the update.
  const args = ["up", "--stack", stack, "--plan", file, "--yes"];
  const code = await pulumi(args, (line) => {
    if (line.startsWith("Updating (")) updating = true;
    stale ||= doesNotFit.test(line);
    // From here on, the CLI prints the differences, with the secrets of the plan in plain text.
    if (!stale) console.log(line);
    else if (doesNotFit.test(line)) console.log(line.replace(/(violates plan).*/, "$1"));
  });
  if (!stale) return code;
  throw new Error(
    `The plan of ${stack} no longer fits the program, its configuration or the state. ` +
      `${updating ? "A part of it was applied" : "Nothing was applied"}. Run the preview by hand on ` +
      "the default branch, read its plan, then run this job again.",
  );
});
