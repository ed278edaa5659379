import { markdown } from "../../shared/driftReport/render/markdown/markdownReport";
import { stackLabel } from "../../shared/driftReport/render/summary";
import { type DriftReport, driftReport, type StackReport } from "../../shared/driftReport/report";
import type { Forge } from "../forge/forge";
import { namesOf } from "./content";
import { type Drift, hash } from "./drifts";
import { hasAnnounced, type MarkedIssue, type Marker, markerText, maxAnnounced } from "./marker";

/**
 * If more stacks than this need a new issue at once, they share one. The cause is then one as well, such as
 * an expired credential; and GitHub refuses more than 80 new issues and comments in a minute (its page
 * "Rate limits for the REST API").
 */
export const maxNewIssues = 20;

/** In the place of a stack's name in the marker; names of stacks have no parentheses. */
const sharedName = "(several stacks)";

export const isShared = ({ marker }: MarkedIssue): boolean => marker.stack === sharedName;

const title = `Drift checks of more than ${maxNewIssues} stacks need attention`;

/** Keeps the issue that stacks share, or closes it if there are none. Returns what it did. */
export async function keepSharedIssue(
  stacks: StackReport[],
  open: MarkedIssue[],
  { startedAt, finishedAt, generator }: DriftReport,
  forge: Forge,
  label: string,
): Promise<string | undefined> {
  const run = `[Run](${forge.run})`;
  if (stacks.length === 0) return closeAll(open, run, forge);

  const report = driftReport(stacks, new Date(startedAt), new Date(finishedAt));
  const marker = markerOf(stacks);
  const shown = markdown({ ...report, generator }).trim();
  const content = { title, body: `${markerText(marker)}\n${shown}\n\n${run}` };
  const [first] = open;
  if (first === undefined) {
    await forge.addIssue({ ...content, label });
    return `An issue is opened: ${title}.`;
  }
  if (first.marker.content === marker.content) {
    return `The issue is left: ${title}, and nothing is new.`;
  }
  await forge.editIssue(first.issue, content);
  const isComplete = first.marker.announced.length < maxAnnounced;
  const added = stacks.map(asDrift).filter((one) => isComplete && !hasAnnounced(first.marker, one));
  if (added.length > 0) {
    await forge.commentIssue(first.issue, `New since the last check: ${namesOf(added)}. ${run}`);
  }
  return `The issue is updated: ${title}.`;
}

async function closeAll(
  open: MarkedIssue[],
  run: string,
  forge: Forge,
): Promise<string | undefined> {
  for (const { issue } of open) {
    const text = "Each stack that drifted or could not be checked has its own issue now.";
    await forge.commentIssue(issue, `${text} ${run}`);
    await forge.closeIssue(issue);
  }
  return open.length > 0 ? `The issue is closed: ${title}.` : undefined;
}

const markerOf = (stacks: StackReport[]): Marker => ({
  stack: sharedName,
  folder: hash("."),
  content: hash(JSON.stringify(stacks)),
  announced: stacks.map(asDrift).slice(0, maxAnnounced),
});

/** A stack that drifted is news, and one that can no longer be checked is again. */
function asDrift(stack: StackReport): Drift {
  const text = stackLabel(stack);
  return { key: hash(text), value: hash(`${text} ${stack.result}`), text };
}
