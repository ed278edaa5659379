import { logLine } from "../../shared/logLine";
import { forgeOf } from "../forge/forgeOf";
import { isMissing, readReports } from "./readReports";
import { markerOf, previewComment } from "./render/comment";

/** Keeps the comment on the pull request up to date; returns the exit code. */
export async function comment(
  files: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const forge = forgeOf(env);
  const reports = readReports(files);
  const missing = reports.filter(isMissing);
  const marker = markerOf(reports);
  const body = previewComment(reports, forge);
  if ((await forge.headOfPullRequest()) !== forge.commit) {
    console.log(
      `The comment is left as it is: these previews are of ${forge.commit}, and the pull request has another last commit now.`,
    );
    return 0;
  }
  for (const { file, reason } of missing) console.error(logLine(`error: ${file} ${reason}`));

  const comments = await forge.comments();
  const existing = comments.find((comment) => comment.body.startsWith(marker));
  if (existing) await forge.editComment(existing, body);
  else await forge.addComment(body);
  console.log(`The comment is ${existing ? "updated" : "created"}.`);
  return missing.length > 0 ? 1 : 0;
}
