import { logLine } from "../shared/log";
import { forgeOf } from "./forge/forgeOf";
import { markerOf, previewComment } from "./previewReport/render/comment";
import { isMissing, readReports } from "./previewReport/report";

/** Keeps the comment on the pull request up to date; returns the exit code. */
export async function comment(
  files: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const forge = forgeOf(env);
  const request = await forge.pullRequest();
  if (request === undefined) {
    console.log(`No pull request was merged as ${forge.commit}: there is nothing to comment on.`);
    return 0;
  }
  if (request.head !== forge.commit && !request.isMerged) {
    console.log(
      `The comment is left as it is: these previews are of ${forge.commit}, and the pull request has another last commit now.`,
    );
    return 0;
  }

  const reports = readReports(files);
  const text = previewComment(reports, { ...forge, ...request });
  const missing = reports.filter(isMissing);
  for (const { file, reason } of missing) console.error(logLine(`error: ${file} ${reason}`));

  const comments = await forge.comments(request);
  const existing = comments.find(({ body }) => body.startsWith(markerOf(request)));
  if (existing) await forge.editComment(request, existing, text);
  else await forge.addComment(request, text);
  console.log(`The comment is ${existing ? "updated" : "created"}.`);
  return missing.length > 0 ? 1 : 0;
}
