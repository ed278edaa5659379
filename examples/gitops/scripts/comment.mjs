// node scripts/comment.mjs <stack> <file>
// Keeps the one comment of a stack on the pull request up to date.
import { readFileSync } from "node:fs";
import { forge } from "./forge.mjs";
import { main } from "./main.mjs";

await main(async (stack, file) => {
  const marker = `<!-- auth0-native preview: ${stack} -->`;
  const on = forge();
  const body = `${marker}\n${readFileSync(file, "utf8").trim()}\n\nCommit ${on.commit}, [run](${on.run})`;
  const found = (await on.comments()).find((comment) => comment.body.startsWith(marker));
  if (!found) await on.addComment(body);
  else await on.editComment(found, body);
  console.log(`The comment on ${stack} is ${found ? "updated" : "made"}.`);
});
