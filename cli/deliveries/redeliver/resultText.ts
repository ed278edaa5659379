import { countOf, formatNumber } from "../../shared/number";
import { textOf } from "../output";
import { commandFor, type Subject, titleOf } from "./subject";
import type { Summary } from "./summary";

/** So many refusals, and ids that are gone, are shown in full. */
const maxShown = 10;

/** What became of a run; `goOn` is the command for the rest. */
export function resultText(subject: Subject, summary: Summary, goOn: string): string {
  const { total, accepted, gone, refused, uncertain, left } = summary;
  return textOf([
    `${titleOf(subject)}: ${formatNumber(accepted)} of ${countOf(total, "delivery", "deliveries")} accepted for redelivery`,
    ...counted(gone, "no longer there: delivered meanwhile, or no delivery has the id"),
    ...gone.slice(0, maxShown).map((id) => `    ${id}`),
    ...counted(refused, "refused"),
    ...refused.slice(0, maxShown).map(({ message }) => `    ${message}`),
    ...counted(uncertain, "uncertain: no clear response came, and they may have been accepted"),
    ...uncertain.map((id) => `    ${id}`),
    ...(uncertain.length > 0
      ? [
          "  Before you send these again, see what became of them:",
          `    ${commandFor(subject, "list", [])}`,
        ]
      : []),
    ...counted(left, "not sent"),
    ...(accepted > 0 ? whatStillFails(subject) : []),
    ...(left.length > 0 ? ["To go on with the rest:", `  ${goOn}`] : []),
  ]);
}

const counted = ({ length }: unknown[], what: string): string[] =>
  length > 0 ? [`  ${formatNumber(length)} ${what}`] : [];

/** The service accepts a request before it delivers. */
export const whatStillFails = (subject: Subject): string[] => [
  "The service delivers them now. In some minutes, this shows what still fails:",
  `  ${commandFor(subject, "list", ["--status", "failed"])}`,
];
