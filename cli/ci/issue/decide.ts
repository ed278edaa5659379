import {
  type DriftReport,
  driftReport,
  type StackReport,
  spanOf,
  type TimedStack,
  timedStacks,
} from "../../reports/drift/report";
import { isDrifted, stackLabel } from "../../reports/drift/summary";
import { driftView } from "../../reports/drift/view";
import { markdown } from "../../reports/markdown";
import { inlineCode } from "../../shared/markdown";
import type { Issue, IssueContent } from "../forge/forge";
import { type Marker, markerText, withMarker } from "./marker";
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
  isClosed: boolean;
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
  | { kind: "close"; issue: Issue; comment: string; body: string }
  | { kind: "leave"; issue: Issue; why?: string };

/**
 * The actions that give one issue to each stack that drifted or couldn't be checked, and close the issues of
 * the other stacks. A job that is rerun can have old checks of some stacks, so an issue that a newer check wrote
 * or closed stays unchanged. `link` is the Markdown of a link to the run.
 */
export function decide(
  report: DriftReport,
  issues: MarkedIssue[],
  link: string,
  now: Date,
  { project, isPartial = false, ways }: Options = {},
): Action[] {
  const open = issues.filter(({ isClosed }) => !isClosed);
  const checked = timedStacks(report).filter((stack) => !stack.missing);
  const newerOf = (stack: TimedStack) =>
    issues.filter(
      (issue) => (isShared(issue) || isOf(stack)(issue)) && isNewer(issue, stack.startedAt),
    );
  const stacks = checked.filter((stack) => newerOf(stack).length === 0);
  const left = [...new Set(checked.flatMap(newerOf))];
  // A part of a report may lack what the other parts have.
  const isWhole = !isPartial && checked.length === report.stacks.length;
  const close = (closed: MarkedIssue[], why: string, checkedAt = report.startedAt): Action[] =>
    closed.map(({ issue, marker }) =>
      now.getTime() - Date.parse(checkedAt) > maxClosingAgeMs
        ? { kind: "leave", issue, why: tooOld }
        : {
            kind: "close",
            issue,
            comment: `${why} ${link}`,
            body: withMarker(issue.body, { ...marker, checkedAt }),
          },
    );

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
      const why = `${inlineCode(stackLabel(stack))} no longer has drift.`;
      return close(own, why, stack.startedAt);
    }
    return keep(titled(subjectOf(stack, own[0]?.marker)), own[0], report, end);
  });

  const older = open.filter((issue) => !isNewer(issue, report.startedAt));
  const ofUnchecked = uncheckedIssues(older, checked).flatMap((issue) =>
    close([issue], `${inlineCode(issue.marker.stack)} is no longer checked.`),
  );
  const shared = older.filter(isShared);
  const why = "Each stack that drifted or couldn't be checked now has its own issue.";
  return [
    ...left.map(({ issue }): Action => ({ kind: "leave", issue, why: writtenByNewer })),
    ...ofStacks,
    ...(isWhole ? ofUnchecked : []),
    // The shared issue comes last, so that it's closed only after the stacks have their own issues.
    ...(together.length > 0 ? keep(titled(sharedSubject(together)), shared[0], report, end) : []),
    ...(together.length === 0 && isWhole ? close(shared, why) : []),
  ];
}

/**
 * A later check that finds the same drift edits nothing, so the marker doesn't show it. The pipelines
 * check once a day.
 */
const maxClosingAgeMs = 24 * 60 * 60_000;

const tooOld =
  "this check found no drift, but it's more than a day old, so the next check closes the issue";
const writtenByNewer = "a newer check wrote it";

/** Whether a check that began after this time wrote the issue last. */
const isNewer = ({ marker }: MarkedIssue, time: string): boolean =>
  Date.parse(marker.checkedAt ?? "") > Date.parse(time);

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
  const { title, marker, stacks } = subject;
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
  const news = newsFor(subject, existing.issue, existing.marker);
  const comment = news && `${news} ${link}`;
  return [{ kind: "update", issue: existing.issue, comment, content }];
}
