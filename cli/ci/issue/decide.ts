import {
  type DriftReport,
  driftReport,
  isDrifted,
  type StackReport,
  spanOf,
  stackLabel,
  timedStacks,
} from "../../reports/drift/report";
import { driftView } from "../../reports/drift/view";
import { markdown } from "../../reports/markdown";
import { inlineCode } from "../../shared/markdown";
import type { Issue, IssueContent } from "../forge/forge";
import {
  hash,
  type Marker,
  markerText,
  maxNewIssues,
  type Subject,
  sharedName,
  sharedSubject,
  subjectOf,
} from "./subject";

/** An open issue. */
export interface MarkedIssue {
  issue: Issue;
  marker: Marker;
}

interface Options {
  /** The start of titles, if there are several projects. */
  project?: string | undefined;
  /** Whether the report has only some of the stacks. */
  isPartial?: boolean;
  /** How to repair drift, in Markdown. */
  ways?: string | undefined;
}

export type Action =
  | { kind: "open"; content: IssueContent }
  | { kind: "update"; issue: Issue; comment: string; content: IssueContent }
  | { kind: "close"; issue: Issue; comment: string }
  | { kind: "leave"; issue: Issue };

/**
 * The actions that give one issue to each stack that drifted or couldn't be checked, and close the issues of
 * the other stacks. `link` is the Markdown of a link to the run.
 */
export function decide(
  report: DriftReport,
  open: MarkedIssue[],
  link: string,
  { project, isPartial = false, ways }: Options = {},
): Action[] {
  const stacks = timedStacks(report).filter((stack) => !stack.missing);
  // A part of a report may lack what the other parts have.
  const isWhole = !isPartial && stacks.length === report.stacks.length;
  const close = (closed: MarkedIssue[], why: string): Action[] =>
    closed.map(({ issue }) => ({ kind: "close", issue, comment: `${why} ${link}` }));

  const end = { link, ways };
  const titled = (subject: Subject): Subject =>
    project === undefined ? subject : { ...subject, title: `${project}: ${subject.title}` };

  const known = stacks.filter((stack) => open.some(isOf(stack)));
  const withoutIssue = stacks.filter((stack) => stack.result !== "clean" && !known.includes(stack));
  const together = withoutIssue.length > maxNewIssues ? withoutIssue : [];
  const alone = [...known, ...withoutIssue].filter((stack) => !together.includes(stack));
  const ofStacks = alone.flatMap((stack) => {
    const own = open.filter(isOf(stack));
    if (stack.result === "clean") {
      return close(own, `${inlineCode(stackLabel(stack))} no longer has drift.`);
    }
    return keep(titled(subjectOf(stack)), own[0], report, end);
  });

  const ofUnchecked = uncheckedIssues(open, stacks).flatMap((issue) =>
    close([issue], `${inlineCode(issue.marker.stack)} is no longer checked.`),
  );
  const shared = open.filter(isShared);
  const why = "Each stack that drifted or couldn't be checked now has its own issue.";
  return [
    ...ofStacks,
    ...(isWhole ? ofUnchecked : []),
    // The shared issue comes last, so that it's closed only after the stacks have their own issues.
    ...(together.length > 0 ? keep(titled(sharedSubject(together)), shared[0], report, end) : []),
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
  { generator }: DriftReport,
  { link, ways }: { link: string; ways: string | undefined },
): Action[] {
  const { title, sentence, marker, stacks } = subject;
  if (existing?.marker.content === marker.content) {
    return [{ kind: "leave", issue: existing.issue }];
  }
  const { startedAt, finishedAt } = spanOf(stacks);
  const report = driftReport(stacks, startedAt, finishedAt);
  const shown = markdown(driftView({ ...report, generator })).trim();
  const advice = ways !== undefined && stacks.some(isDrifted) ? [ways] : [];
  const content = {
    title,
    body: [`${markerText(marker)}\n${shown}`, ...advice, link].join("\n\n"),
  };
  if (existing === undefined) return [{ kind: "open", content }];
  // Forges don't notify anybody of an edit.
  const comment = `${sentence}. The findings have changed since the last check. ${link}`;
  return [{ kind: "update", issue: existing.issue, comment, content }];
}
