// node scripts/preview.mjs <stack> <plan file> <comment file>
// Previews a stack, saves its plan, and writes what a comment on the pull request shall say.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { main } from "./main.mjs";
import { checkCli, pulumi, withoutSecrets } from "./pulumi.mjs";

/** GitHub takes 65,536 characters. */
const room = 55_000;

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
  return `### Preview of \`${stack}\`

${verdict(code, text)}

<details><summary>Details</summary>

${fenced(text)}

</details>
`;
}

function verdict(code, text) {
  if (code !== 0) {
    return `**The preview failed** (exit code ${code}): there is no plan, and nothing can be applied.`;
  }
  const [, lines = ""] = /^Resources:\n((?: .*\n?)+)/m.exec(text) ?? [];
  const counts = lines
    .split("\n")
    .map((line) => line.replace(/^[ +~-]+/, "").trim())
    .filter(Boolean);
  const summary = counts.length > 0 ? `**${counts.join(", ")}**` : "**No changes**";
  const loses = counts.some((count) => /to (delete|replace)/.test(count));
  return `${summary}${loses ? " – **objects of the tenant are deleted**" : ""}`;
}

/** As code, which no content can leave. */
function fenced(text) {
  const cut = text.length > room;
  const shown = cut ? text.slice(0, room) : text;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const rest = cut ? "\n\nThe rest stands in the job's log." : "";
  return `${fence}text\n${shown}\n${fence}${rest}`;
}
