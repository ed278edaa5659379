import { countOf, formatNumber } from "../../shared/text";
import { textOf } from "../output";
import { listCommandFor, type Subject, titleOf } from "./plan";
import type { SendResult } from "./sendAll";

/** The results of a run by kind. */
export interface RedeliverySummary {
  total: number;
  accepted: number;
  notFailed: string[];
  refused: Error[];
  uncertain: string[];
  /** Ids that were not sent. */
  left: string[];
}

export function summarize(ids: string[], results: Map<string, SendResult>): RedeliverySummary {
  const summary: RedeliverySummary = {
    total: ids.length,
    ...{ accepted: 0, notFailed: [], refused: [], uncertain: [], left: [] },
  };
  for (const id of ids) {
    const result = results.get(id);
    if (result === undefined) summary.left.push(id);
    else if (result.kind === "accepted") summary.accepted += 1;
    else if (result.kind === "refused") summary.refused.push(result.error);
    else summary[result.kind].push(id);
  }
  return summary;
}

/** An id that a user names may be wrong. A listed delivery that is no longer failed was delivered, or will be. */
export const isSuccess = (
  { notFailed, refused, uncertain, left }: RedeliverySummary,
  isById: boolean,
): boolean => [isById ? notFailed : [], refused, uncertain, left].flat().length === 0;

/** At most so many refusals, and ids that are no longer failed, are shown. */
const maxShown = 10;

export function resultText(subject: Subject, summary: RedeliverySummary): string {
  const { total, accepted, notFailed, refused, uncertain, left } = summary;
  return textOf([
    `${titleOf(subject)}: ${formatNumber(accepted)} of ${countOf(total, "delivery", "deliveries")} accepted for redelivery`,
    ...counted(notFailed, "no longer failed: delivered or under way, or no delivery has the id"),
    ...notFailed.slice(0, maxShown).map((id) => `    ${id}`),
    ...counted(refused, "refused"),
    ...refused.slice(0, maxShown).map(({ message }) => `    ${message}`),
    ...counted(uncertain, "uncertain: no clear response came, and they may have been accepted"),
    ...uncertain.map((id) => `    ${id}`),
    ...counted(left, "not sent"),
    ...(accepted > 0 ? whatStillFails(subject) : []),
    ...(left.length + uncertain.length > 0
      ? [
          "For the rest, run the same command again in a minute: what was accepted is sent again only if it fails again.",
        ]
      : []),
  ]);
}

const counted = ({ length }: unknown[], what: string): string[] =>
  length > 0 ? [`  ${formatNumber(length)} ${what}`] : [];

/** The service accepts a request before it delivers. */
export const whatStillFails = (subject: Subject): string[] => [
  "The service delivers them now. In some minutes, this shows what still fails:",
  `  ${listCommandFor(subject, ["--status", "failed"])}`,
];
