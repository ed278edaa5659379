// node scripts/preview.mjs <stack> <plan file> <comment file>
// Previews a stack, saves its plan, and writes the comment for the pull request.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { main } from "./main.mjs";
import { block, code as inCode } from "./markdown.mjs";
import { checkCli, pulumi, withoutSecrets } from "./pulumi.mjs";

/** GitHub's limit for a comment is 65,536 characters; the rest is for what is around the output. */
const maxOutputLength = 55_000;

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
        // The path of the plan in the runner is of no use to a reader.
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

${block(text, maxOutputLength)}

</details>
`;
}

function verdict(code, text) {
  if (code !== 0) {
    return `**The preview failed** (exit code ${code}): there is no plan, and nothing can be applied.`;
  }
  // The program can print such lines as well; those of the CLI come last.
  const [, lines] = [...text.matchAll(/^Resources:\n((?: .*\n?)+)/gm)].at(-1) ?? ["", ""];
  const counts = lines
    .split("\n")
    .map((line) => line.replace(/^[ +~=<>-]+/, "").trim())
    .filter(Boolean);
  const shown = counts.map((count) => (isCount.test(count) ? count : inCode(count)));
  const summary = counts.length > 0 ? `**${shown.join(", ")}**` : "**No changes**";
  const deletes = counts.some((count) => /to (delete|replace)/.test(count));
  return `${summary}${deletes ? " – **objects of the tenant are deleted**" : ""}`;
}
