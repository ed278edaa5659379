// node scripts/comment.mjs <stack> <file>
// Keeps the one comment of a stack on the pull request up to date.
import { readFileSync } from "node:fs";
import { forge } from "./forge.mjs";
import { main } from "./main.mjs";

await main(async (stack, file) => {
  const marker = `<!-- auth0-native preview: ${stack} -->`;
  const on = forge();
  const body = `${marker}\n${readFileSync(file, "utf8").trim()}\n\nCommit ${on.commit}, [run](${on.run})`;
  const comments = await on.comments();
  const existing = comments.find((comment) => comment.body.startsWith(marker));
  if (existing) await on.editComment(existing, body);
  else await on.addComment(body);
  console.log(`The comment on ${stack} is ${existing ? "updated" : "created"}.`);
});
