// node scripts/preview.mjs <stack> <plan file> <comment file>
// Previews a stack, saves its plan, and writes what a comment on the pull request shall say.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { main } from "./main.mjs";
import { block, code as inCode } from "./markdown.mjs";
import { checkCli, pulumi, withoutSecrets } from "./pulumi.mjs";

/** GitHub takes 65,536 characters. */
const room = 55_000;

/** A line of the CLI's summary. */
const isCount = /^\d+ (to [a-z-]+|unchanged|errored|changes?(\. \d+ unchanged)?)$/;

await main(async (stack, planFile, commentFile) => {
  let text = "";
  let code = 1;
  try {
    checkCli();
    mkdirSync(dirname(planFile), { recursive: true });
    code = await pulumi(
      ["preview", "--stack", stack, "--diff", "--save-plan", planFile],
      (line) => {
        // Where the plan lies on this machine helps nobody.
        if (/^Update plan written to |^Run `pulumi up --plan=/.test(line)) return;
        console.log(line);
        text += `${line}\n`;
      },
    );
  } catch (error) {
    console.error(`error: ${error.message}`);
    text += `error: ${error.message}\n`;
  }
  writeFileSync(commentFile, comment(stack, code, withoutSecrets(text).trim()));
  return code;
});

function comment(stack, code, text) {
  return `### Preview of ${inCode(stack)}

${verdict(code, text)}

<details><summary>Details</summary>

${block(text, room)}

</details>
`;
}

function verdict(code, text) {
  if (code !== 0) {
    return `**The preview failed** (exit code ${code}): there is no plan, and nothing can be applied.`;
  }
  // A program can print these lines too; the CLI's own come last.
  const [, lines] = [...text.matchAll(/^Resources:\n((?: .*\n?)+)/gm)].at(-1) ?? ["", ""];
  const counts = lines
    .split("\n")
    .map((line) => line.replace(/^[ +~=<>-]+/, "").trim())
    .filter(Boolean);
  const told = counts.map((count) => (isCount.test(count) ? count : inCode(count)));
  const summary = counts.length > 0 ? `**${told.join(", ")}**` : "**No changes**";
  const loses = counts.some((count) => /to (delete|replace)/.test(count));
  return `${summary}${loses ? " – **objects of the tenant are deleted**" : ""}`;
}
