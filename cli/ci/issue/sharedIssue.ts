import { stackLabel } from "../../shared/driftReport/render/summary";
import type { DriftReport, StackReport } from "../../shared/driftReport/report";
import type { Forge } from "../forge/forge";
import { namesOf } from "./content";
import { type Drift, hash } from "./drifts";
import { closeIssues, type MarkedIssue, writeIssue } from "./markedIssue";
import { type Marker, maxAnnounced, notAnnounced } from "./marker";

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
  report: DriftReport,
  forge: Forge,
): Promise<string | undefined> {
  if (stacks.length > 0) {
    const subject = { title, marker: markerOf(stacks), stacks };
    return writeIssue(forge, open, subject, report, (earlier) => news(stacks, earlier));
  }
  const why = "Each stack that drifted or could not be checked has its own issue now.";
  await closeIssues(forge, open, why);
  return open.length > 0 ? `The issue is closed: ${title}.` : undefined;
}

function news(stacks: StackReport[], { marker }: MarkedIssue): string | undefined {
  const added = notAnnounced(marker, stacks.map(asDrift));
  return added.length > 0 ? `New since the last check: ${namesOf(added)}.` : undefined;
}

const markerOf = (stacks: StackReport[]): Marker => ({
  stack: sharedName,
  folder: hash("."),
  content: hash(JSON.stringify(stacks)),
  announced: stacks.map((stack) => asDrift(stack).hash).slice(0, maxAnnounced),
});

/** A stack that drifted is news, and one that can no longer be checked is again. */
function asDrift(stack: StackReport): Drift {
  const text = stackLabel(stack);
  return { hash: hash(`${text} ${stack.result}`), text };
}
