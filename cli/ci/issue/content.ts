import { stackLabel } from "../../shared/driftReport/render/summary";
import type { StackReport } from "../../shared/driftReport/report";
import { inlineCode } from "../../shared/markdown";
import { type Drift, driftsOf } from "./drifts";
import type { MarkedIssue } from "./markedIssue";
import { notAnnounced } from "./marker";

/** So that a comment stays readable. */
const maxNames = 20;

/** The title of the issue of a stack that drifted or could not be checked. */
export const issueTitle = (stack: StackReport): string => sentence(stack, titleLabel(stack));

const sentence = ({ result }: StackReport, label: string) =>
  result === "failed" ? `Drift check of ${label} failed` : `Drift in ${label}`;

/** A name of a stack, and a path, in which no forge finds a link, a mention or a reference. */
const harmless = /^([\w./-]{1,100}:)?\w[\w.-]{0,99}(\/\w[\w.-]{0,99}){0,2}$/;

/** The stack in a title, where a long or an odd name stands as code. */
function titleLabel(stack: StackReport): string {
  const label = stackLabel(stack);
  return harmless.test(label) && label.length <= 200
    ? label
    : inlineCode(label.replaceAll("`", "'"));
}

/** What is new since the last check, for a comment: forges do not notify anybody of an edit. */
export function news(stack: StackReport, { issue, marker }: MarkedIssue): string | undefined {
  const newDrifts = notAnnounced(marker, driftsOf(stack.resources));
  const hasOtherTitle = issue.title !== issueTitle(stack);
  const sentences = [
    ...(hasOtherTitle ? [`${sentence(stack, inlineCode(stackLabel(stack)))}.`] : []),
    ...(newDrifts.length > 0 ? [`New since the last check: ${namesOf(newDrifts)}.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

export function namesOf(drifts: Drift[]): string {
  const names = [...new Set(drifts.map(({ text }) => inlineCode(text)))];
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return names.slice(0, maxNames).join(", ") + more;
}
