import { packageName } from "../../../../provider/shared/command";
import type { Forge, PullRequest } from "../../forge/forge";
import type { MissingReport } from "../readReports";
import type { PreviewReport } from "../report";
import { previewMarkdown } from "./previewMarkdown";

/** GitHub's limit for a comment is 65,536 characters; GitLab's is higher. */
const maxCommentLength = 65_000;

/** GitHub's page "Workflow commands": a summary has at most 1 MiB; a character takes up to three bytes. */
const maxSummaryLength = 340_000;

type Context = Pick<Forge, "run" | "commit"> & Pick<PullRequest, "isMerged">;

/** The hidden start of a comment, by which the next run finds it. */
export const markerOf = ({ isMerged }: Pick<Context, "isMerged">): string =>
  `<!-- ${packageName} ${isMerged ? "plan" : "preview"} -->`;

/** The comment on a pull request, or on one that is merged. */
export function previewComment(
  reports: (PreviewReport | MissingReport)[],
  context: Context,
): string {
  const { run, commit, isMerged } = context;
  const start = `${markerOf(context)}\n`;
  const note = isMerged
    ? `This is merged. What is approved in the [run](${run}) is applied.`
    : "An aid to review: after the merge, this is planned again, and that plan is approved and applied.";
  const end = `\n\n${note}\n\nCommit ${commit}, [run](${run})`;
  const room = maxCommentLength - start.length - end.length;
  const title = isMerged ? "Plan" : "Preview";
  return start + previewMarkdown(reports, room, title, `See the [run](${run}).`) + end;
}

/** The preview or the plan of one stack, for the summary of its job. */
export const previewSummary = (report: PreviewReport, title: "Preview" | "Plan"): string =>
  `${previewMarkdown([report], maxSummaryLength, title, "See the log of the job.")}\n`;
