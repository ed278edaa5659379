import { countOf, formatNumber } from "../../shared/number";
import { failureLines } from "../failureLines";
import { textOf } from "../output";
import type { Selection } from "./candidates";
import { commandFor, disabledNote, type Subject, titleOf } from "./subject";
import { maxUnderWay } from "./underWay";

/** What would be sent again. */
export function planText(subject: Subject, selection: Selection, columns?: number): string {
  const { groups } = selection;
  return textOf([
    `${titleOf(subject)}: ${countOf(groups.count, "failed delivery", "failed deliveries")}`,
    ...failureLines(groups.all(), columns),
    ...leftOut(selection),
    ...disabledNote(subject),
  ]);
}

function leftOut({ recent, waiting }: Selection): string[] {
  return [
    ...(recent > 0 ? [`Left out: ${formatNumber(recent)} with an attempt since --not-since.`] : []),
    ...(waiting > 0
      ? [
          `Left out: ${formatNumber(waiting)} that the service has accepted for redelivery and not attempted yet.`,
        ]
      : []),
  ];
}

/** The plan for ids of the command line, which are not listed. */
export const idsText = (subject: Subject, count: number): string =>
  textOf([
    `${titleOf(subject)}: ${countOf(count, "delivery", "deliveries")} by id`,
    ...disabledNote(subject),
  ]);

/** `underWay` is the number of deliveries that the service still attempts. */
export function nothingText(subject: Subject, selection: Selection, underWay: number): string {
  const count = `${underWay < maxUnderWay ? "" : "at least "}${formatNumber(underWay)}`;
  const { waiting } = selection;
  return textOf([
    `${titleOf(subject)}: nothing to redeliver: no failed delivery matches. The service lists deliveries only until they succeed.`,
    ...leftOut(selection),
    ...(underWay > 0 ? [`Still being delivered, so not failed: ${count}.`] : []),
    ...(underWay + waiting > 0
      ? ["This shows what becomes of them:", `  ${commandFor(subject, "list", [])}`]
      : []),
    ...disabledNote(subject, { isLeft: false }),
  ]);
}
