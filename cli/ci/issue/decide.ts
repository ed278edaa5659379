import { markdown } from "../../shared/driftReport/render/markdown";
import { stackLabel } from "../../shared/driftReport/render/summary";
import { type DriftReport, driftReport, type StackReport } from "../../shared/driftReport/report";
import { inlineCode } from "../../shared/markdown";
import type { Issue, IssueContent } from "../forge/forge";
import { type Marker, markerText } from "./marker";
import {
  hash,
  maxNewIssues,
  newsFor,
  type Subject,
  sharedName,
  sharedSubject,
  subjectOf,
} from "./subject";

export interface MarkedIssue {
  issue: Issue;
  marker: Marker;
}

export type Action =
  | { kind: "open"; content: IssueContent }
  | { kind: "update"; issue: Issue; comment: string; content: IssueContent }
  | { kind: "close"; issue: Issue; comment: string }
  | { kind: "leave"; issue: Issue };

/**
 * What gives each stack of a report that drifted or could not be checked one issue, and closes those of
 * the others. `link` is the Markdown of a link to the run.
 */
export function decide(report: DriftReport, open: MarkedIssue[], link: string): Action[] {
  const stacks = report.stacks.filter((stack) => !stack.missing);
  // A part of a report may lack what the other parts have.
  const isWhole = stacks.length === report.stacks.length && report.shard === undefined;
  const close = (issues: MarkedIssue[], why: string): Action[] =>
    issues.map(({ issue }) => ({ kind: "close", issue, comment: `${why} ${link}` }));

  const known = stacks.filter((stack) => open.some(isOf(stack)));
  const withoutIssue = stacks.filter((stack) => stack.result !== "clean" && !known.includes(stack));
  const together = withoutIssue.length > maxNewIssues ? withoutIssue : [];
  const alone = [...known, ...withoutIssue].filter((stack) => !together.includes(stack));
  const ofStacks = alone.flatMap((stack) => {
    const issues = open.filter(isOf(stack));
    if (stack.result === "clean") {
      return close(issues, `${inlineCode(stackLabel(stack))} has no drift any more.`);
    }
    return keep(subjectOf(stack, issues[0]?.marker), issues[0], report, link);
  });

  const ofUnchecked = uncheckedIssues(open, stacks).flatMap((issue) =>
    close([issue], `${inlineCode(issue.marker.stack)} is no longer checked.`),
  );
  const shared = open.filter(isShared);
  const why = "Each stack that drifted or could not be checked has its own issue now.";
  return [
    ...ofStacks,
    ...(isWhole ? ofUnchecked : []),
    // Last, so that it is closed only after the stacks have issues of their own.
    ...(together.length > 0 ? keep(sharedSubject(together), shared[0], report, link) : []),
    ...(together.length === 0 && isWhole ? close(shared, why) : []),
  ];
}

const isShared = ({ marker }: MarkedIssue): boolean => marker.stack === sharedName;

const isOf =
  (stack: StackReport) =>
  ({ marker }: MarkedIssue): boolean =>
    marker.stack === stack.name && marker.folder === hash(stack.folder);

/** The issues of stacks that the checked programs no longer have. */
function uncheckedIssues(open: MarkedIssue[], stacks: StackReport[]): MarkedIssue[] {
  const folders = new Set(stacks.map(({ folder }) => hash(folder)));
  return open.filter(
    (issue) =>
      !isShared(issue) &&
      folders.has(issue.marker.folder) &&
      !stacks.some((stack) => isOf(stack)(issue)),
  );
}

function keep(
  subject: Subject,
  existing: MarkedIssue | undefined,
  { startedAt, finishedAt, generator }: DriftReport,
  link: string,
): Action[] {
  const { title, marker, stacks } = subject;
  if (existing?.marker.content === marker.content) {
    return [{ kind: "leave", issue: existing.issue }];
  }
  const report = driftReport(stacks, new Date(startedAt), new Date(finishedAt));
  const shown = markdown({ ...report, generator }).trim();
  const content = { title, body: `${markerText(marker)}\n${shown}\n\n${link}` };
  if (existing === undefined) return [{ kind: "open", content }];
  const news = newsFor(subject, existing.issue, existing.marker);
  const comment = news && `${news} ${link}`;
  return [{ kind: "update", issue: existing.issue, comment, content }];
}
