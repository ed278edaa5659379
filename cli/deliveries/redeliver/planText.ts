import { countOf, formatNumber } from "../../shared/number";
import { truncate } from "../../shared/text";
import { formatTime } from "../../shared/time";
import type { FailureGroup } from "../failureGroups";
import type { Selection } from "./candidates";
import { disabledNote, type Subject, textOf, titleOf } from "./subject";

/** More groups than a person reads before an answer. */
const maxGroups = 20;
const maxMessageLength = 200;

/** What would be sent again. */
export function planText(subject: Subject, selection: Selection): string {
  const { groups } = selection;
  const all = groups.all();
  const others = all.slice(maxGroups).reduce((sum, { count }) => sum + count, 0);
  return textOf([
    `${titleOf(subject)}: ${countOf(groups.count, "failed delivery", "failed deliveries")}`,
    ...all.slice(0, maxGroups).flatMap(groupLines),
    ...(others > 0 ? [`  ${formatNumber(others)} with other messages`] : []),
    ...leftOut(selection),
    ...disabledNote(subject),
  ]);
}

function groupLines({ count, eventType, message, first, last }: FailureGroup): string[] {
  const text = message === "" ? "(no message)" : truncate(message, maxMessageLength);
  const times = first === "" ? [] : [`    first ${formatTime(first)}, last ${formatTime(last)}`];
  return [`  ${formatNumber(count)} ${eventType}: ${text}`, ...times];
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

export const nothingText = (subject: Subject, selection: Selection): string =>
  textOf([
    `${titleOf(subject)}: nothing to redeliver: no failed delivery matches. The service lists deliveries only until they succeed.`,
    ...leftOut(selection),
    ...disabledNote(subject),
  ]);
