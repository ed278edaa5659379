import { markdown } from "../../shared/driftReport/render/markdown/markdownReport";
import { stackLabel } from "../../shared/driftReport/render/summary";
import { type DriftReport, driftReport, type StackReport } from "../../shared/driftReport/report";
import { inlineCode } from "../../shared/markdown";
import type { Issue, IssueContent } from "../forge/forge";
import { type Drift, driftsOf } from "./drifts";
import { hasAnnounced, type Marker, markerText, maxAnnounced } from "./marker";

/** So that a comment stays readable. */
const maxNames = 20;

/** The issue of a stack that drifted or could not be checked. */
export function issueContent(
  stack: StackReport,
  { startedAt, finishedAt, generator }: DriftReport,
  marker: Marker,
  run: string,
): IssueContent {
  const alone = driftReport([stack], new Date(startedAt), new Date(finishedAt));
  const shown = markdown({ ...alone, generator }).trim();
  return {
    title: sentence(stack, titleLabel(stack)),
    body: `${markerText(marker)}\n${shown}\n\n[Run](${run})`,
  };
}

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
export function news(stack: StackReport, issue: Issue, earlier: Marker): string | undefined {
  // A full list does not say which drift is new.
  const isComplete = earlier.announced.length < maxAnnounced;
  const drifts = driftsOf(stack.resources);
  const newDrifts = drifts.filter((drift) => isComplete && !hasAnnounced(earlier, drift));
  // The scripts of earlier versions did not name the folder.
  const titles = [titleLabel(stack), stack.name].map((label) => sentence(stack, label));
  const sentences = [
    ...(!titles.includes(issue.title)
      ? [`${sentence(stack, inlineCode(stackLabel(stack)))}.`]
      : []),
    ...(newDrifts.length > 0 ? [`New since the last check: ${namesOf(newDrifts)}.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

export function namesOf(drifts: Drift[]): string {
  const names = [...new Set(drifts.map(({ text }) => inlineCode(text)))];
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return names.slice(0, maxNames).join(", ") + more;
}
