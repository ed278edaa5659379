import type { Forge } from "../../forge/forge";
import { assertStackName } from "../../stackName";
import type { MissingReport } from "../readReports";
import type { PreviewReport } from "../report";
import { previewMarkdown } from "./previewMarkdown";

/** GitHub's limit for a comment is 65,536 characters; GitLab's is higher. */
const maxCommentLength = 65_000;

/**
 * GitHub's limit for the summary of a step is 1 MiB (GitHub Docs, "Workflow commands"); a character
 * takes up to three bytes.
 */
const maxSummaryLength = 340_000;

/** The hidden start of a comment, by which the next run finds it. */
export function markerOf(reports: { stack: string }[]): string {
  const [first, ...others] = reports;
  if (first === undefined || others.length > 0) return "<!-- auth0-native preview -->";
  assertStackName(first.stack);
  return `<!-- auth0-native preview: ${first.stack} -->`;
}

/** The comment on a pull request. */
export function previewComment(
  reports: (PreviewReport | MissingReport)[],
  { run, commit }: Pick<Forge, "run" | "commit">,
): string {
  const start = `${markerOf(reports)}\n`;
  const end = `\n\nCommit ${commit}, [run](${run})`;
  const room = maxCommentLength - start.length - end.length;
  return start + previewMarkdown(reports, room, `See the [run](${run}).`) + end;
}

/** The preview of one stack, for the summary of its job. */
export const previewSummary = (report: PreviewReport): string =>
  `${previewMarkdown([report], maxSummaryLength, "See the log of the preview.")}\n`;
