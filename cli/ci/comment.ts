import { logLine } from "../shared/logLine";
import { unlessGone } from "./forge/failures";
import { forgeOf } from "./forge/forgeOf";
import { isMissing, readReports } from "./previewReport/readReports";
import { markerOf, previewComment } from "./previewReport/render/comment";

/** Keeps the comment on the pull request up to date; returns the exit code. */
export async function comment(
  files: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const forge = forgeOf(env);
  if ((await forge.headOfPullRequest()) !== forge.commit) {
    console.log(
      `The comment is left as it is: these previews are of ${forge.commit}, and the pull request has another last commit now.`,
    );
    return 0;
  }

  const reports = readReports(files);
  const marker = markerOf(reports);
  const text = previewComment(reports, forge);
  const missing = reports.filter(isMissing);
  for (const { file, reason } of missing) console.error(logLine(`error: ${file} ${reason}`));

  const existing = (await forge.comments()).find(({ body }) => body.startsWith(marker));
  const isEdited = existing && (await unlessGone(forge.editComment(existing, text)));
  if (!isEdited) await forge.addComment(text);
  console.log(`The comment is ${isEdited ? "updated" : "created"}.`);
  return missing.length > 0 ? 1 : 0;
}
