import { packageName } from "../../../provider/shared/command";
import { markdown } from "../../reports/markdown";
import type { Forge } from "../forge/forge";
import type { PreviewReport } from "./report";
import { previewView, type Report } from "./view";

/** GitHub's limit for a comment is 65,536 characters, and GitLab's is higher. */
const maxCommentLength = 65_000;

/** A summary has at most 1 MiB (GitHub's page "Workflow commands"). A character takes up to three bytes. */
const maxSummaryLength = 340_000;

interface Context extends Pick<Forge, "run" | "commit" | "subject"> {
  /** Set if other programs of the repository also have comments. */
  project?: string | undefined;
}

/** The hidden start of a comment, by which the next run finds it. */
export const markerOf = ({ subject, project }: Pick<Context, "subject" | "project">): string =>
  `<!-- ${[packageName, subject, ...(project ? [project] : [])].join(" ")} -->`;

/** The comment on a pull request, or on one that is merged. */
export function previewComment(reports: Report[], context: Context): string {
  const { run, commit, subject, project } = context;
  const isPlan = subject === "plan";
  const note = isPlan
    ? `Merged. To apply this plan, approve it in the [run](${run}).`
    : "This preview is for review only. After you merge, a new plan is made, approved, and applied.";
  const view = previewView(reports, {
    what: isPlan ? "Plan" : "Preview",
    project,
    complete: `See the [run](${run}).`,
    end: `${note}\n\nCommit ${commit}, [run](${run})`,
  });
  return `${markerOf(context)}\n${markdown(view, maxCommentLength).trimEnd()}`;
}

/** The preview or the plan of one stack, for the summary of its job. */
export const previewSummary = (report: PreviewReport, what: "Preview" | "Plan"): string =>
  markdown(
    previewView([report], { what, complete: "See the log of the job.", end: "" }),
    maxSummaryLength,
  );
