import { markdown } from "../../shared/driftReport/render/markdown/markdownReport";
import { type DriftReport, driftReport, type StackReport } from "../../shared/driftReport/report";
import { displayName } from "../../shared/text";
import { unlessGone } from "../forge/failures";
import type { Forge, Issue } from "../forge/forge";
import { type Marker, markerIn, markerText } from "./marker";

const label = "drift-check";

/** An issue that a drift check has opened. */
export interface MarkedIssue {
  issue: Issue;
  marker: Marker;
}

export async function openIssues(forge: Forge): Promise<MarkedIssue[]> {
  const issues = await forge.issues(label);
  return issues.flatMap((issue) => {
    const marker = markerIn(issue.body);
    return marker ? [{ issue, marker }] : [];
  });
}

/** What an issue has to say. */
export interface IssueSubject {
  title: string;
  marker: Marker;
  /** Shown as in the report, without the other stacks. */
  stacks: StackReport[];
}

/** Opens an issue, or updates the first open one with a comment on what is new. Returns what it did. */
export async function writeIssue(
  forge: Forge,
  [first]: MarkedIssue[],
  { title, marker, stacks }: IssueSubject,
  { startedAt, finishedAt, generator }: DriftReport,
  newsSince: (earlier: MarkedIssue) => string | undefined,
): Promise<string> {
  const report = driftReport(stacks, new Date(startedAt), new Date(finishedAt));
  const shown = markdown({ ...report, generator }).trim();
  const content = { title, body: `${markerText(marker)}\n${shown}\n\n${runLink(forge)}` };
  const name = displayName(title);
  if (first?.marker.content === marker.content) {
    return `The issue is left: ${name}, and nothing is new.`;
  }
  const update = async ({ issue }: MarkedIssue, news: string | undefined) => {
    // The comment comes first: the edit records that it was announced.
    if (news !== undefined) await forge.commentIssue(issue, `${news} ${runLink(forge)}`);
    await forge.editIssue(issue, content);
  };
  if (first && (await unlessGone(update(first, newsSince(first))))) {
    return `The issue is updated: ${name}.`;
  }
  await forge.addIssue({ ...content, label });
  return `An issue is opened: ${name}.`;
}

/** Closes issues with a comment that says why. */
export async function closeIssues(forge: Forge, open: MarkedIssue[], why: string): Promise<void> {
  for (const { issue } of open) {
    await forge.commentIssue(issue, `${why} ${runLink(forge)}`);
    await forge.closeIssue(issue);
  }
}

const runLink = ({ run }: Forge) => `[Run](${run})`;
