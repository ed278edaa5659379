import { logLine } from "../../shared/log";
import type { PullRequest } from "../forge/forge";
import { forgeOf } from "../forge/forgeOf";
import { markerOf, previewComment } from "../previewReport/comment";
import { isMissing, readReports } from "../previewReport/report";

/** Keeps the comment on the pull request up to date. Returns the exit code. */
export async function comment(
  files: string[],
  project?: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const forge = forgeOf(env);
  const request = await forge.pullRequest();
  if (request === undefined) {
    console.log(`Wrote no comment, because no pull request was merged as ${forge.commit}.`);
    return 0;
  }
  const outdated = forge.subject === "preview" && outdatedPreview(request, forge.commit);
  if (outdated) {
    console.log(`Left the comments unchanged, because ${outdated}.`);
    return 0;
  }

  const reports = readReports(files);
  const text = previewComment(reports, { ...forge, project });
  const missing = reports.filter(isMissing);
  for (const { reason } of missing) console.error(logLine(`error: ${reason}`));

  const comments = await forge.comments(request);
  const existing = comments.find(({ body }) => body.startsWith(markerOf({ ...forge, project })));
  if (existing) await forge.editComment(request, existing, text);
  else await forge.addComment(request, text);
  console.log(`The comment is ${existing ? "updated" : "created"}.`);
  return missing.length > 0 ? 1 : 0;
}

/** Why previews of a commit don't belong on the pull request. Undefined if they do. */
function outdatedPreview({ head, isMerged }: PullRequest, commit: string): string | undefined {
  if (isMerged)
    return `the pull request is merged, and these previews of ${commit} are older than its plan`;
  if (head === commit) return undefined;
  return `these previews are of ${commit}, and the pull request now has a newer commit`;
}
