import type { Json } from "../../../provider/shared/json";
import { deliveriesCommand } from "../../shared/shellCommands";
import { countOf, displayName, formatNumber } from "../../shared/text";
import { type FailureGroups, failureLines } from "../failureGroups";
import { textOf } from "../standardOutput";
import type { TenantStream } from "../streams";
import type { SendResult } from "./sendAll";

export interface Subject {
  argument: string;
  stream: TenantStream;
  /** `enabled` or `disabled`. Undefined if the command may not read it. */
  status: Json | undefined;
}

/** The failed deliveries that the command resends. */
export interface Selection {
  ids: string[];
  groups: FailureGroups;
  /** How many are left out, because Auth0 has accepted their redelivery but not attempted it yet. */
  waiting: number;
}

export const titleOf = ({ stream: { label, api } }: Subject): string =>
  `${displayName(label)} (${api.domain})`;

const listCommandFor = ({ argument, stream }: Subject, options: string[] = []): string =>
  deliveriesCommand("list", { ...stream, name: argument }, options);

/** What the command would resend. Without a selection, the ids are those of the command line. */
export function planText(
  subject: Subject,
  ids: string[],
  selection: Selection | undefined,
): string {
  const count = selection
    ? countOf(ids.length, "failed delivery", "failed deliveries")
    : `${countOf(ids.length, "delivery", "deliveries")} selected by ID`;
  return textOf([
    `${titleOf(subject)}: ${count}`,
    ...(selection ? [...failureLines(selection.groups.all()), ...leftOut(selection)] : []),
    ...disabledNote(subject),
  ]);
}

export const nothingText = (subject: Subject, selection: Selection): string =>
  textOf([
    `${titleOf(subject)}: nothing to redeliver, because no failed delivery matches`,
    ...leftOut(selection),
    "To see what Auth0 is still delivering, run:",
    `  ${listCommandFor(subject)}`,
    ...disabledNote(subject),
  ]);

function leftOut({ waiting }: Selection): string[] {
  if (waiting === 0) return [];
  const count = countOf(waiting, "delivery", "deliveries");
  return [`Left out ${count} that Auth0 has accepted for redelivery but not attempted yet.`];
}

const disabledNote = ({ status }: Subject): string[] =>
  status === "disabled"
    ? ["The stream is disabled. Auth0 redelivers its events anyway. Enable it afterwards."]
    : [];

/** The ids by result. `left` has those that were not sent, and `refused` has reasons instead of ids. */
type RedeliverySummary = Record<SendResult["kind"] | "left", string[]>;

export function summarize(ids: string[], results: Map<string, SendResult>): RedeliverySummary {
  const summary: RedeliverySummary = {
    accepted: [],
    notFailed: [],
    refused: [],
    uncertain: [],
    left: [],
  };
  for (const id of ids) {
    const result = results.get(id);
    const text = result?.kind === "refused" ? result.error.message : id;
    summary[result?.kind ?? "left"].push(text);
  }
  return summary;
}

/** A user's id may be wrong. A listed delivery that no longer failed was delivered, or will be. */
export const isSuccess = (
  { notFailed, refused, uncertain, left }: RedeliverySummary,
  isById: boolean,
): boolean => [isById ? notFailed : [], refused, uncertain, left].flat().length === 0;

/** The most rejections to show, and the most ids of deliveries that no longer failed. */
const maxShown = 10;

const again =
  "For the rest, run the same command again in a minute. Deliveries that Auth0 has accepted are resent only if they fail again.";

export function resultText(subject: Subject, summary: RedeliverySummary): string {
  const { accepted, notFailed, refused, uncertain, left } = summary;
  const total = countOf(Object.values(summary).flat().length, "delivery", "deliveries");
  return textOf([
    `${titleOf(subject)}: Auth0 accepted ${formatNumber(accepted.length)} of ${total} for redelivery`,
    ...counted(notFailed, "no longer failed (delivered, in progress, or a wrong ID)"),
    ...counted(refused, "rejected"),
    // The user has to look up each of them.
    ...counted(uncertain, uncertainText, uncertain.length),
    ...counted(left, "not sent", 0),
    ...(accepted.length > 0 ? whatStillFails(subject) : []),
    ...(left.length + uncertain.length > 0 ? [again] : []),
  ]);
}

const uncertainText = "uncertain (there was no clear response, so Auth0 may have accepted them)";

const counted = (lines: string[], what: string, shown = maxShown): string[] =>
  lines.length === 0
    ? []
    : [
        `  ${formatNumber(lines.length)} ${what}`,
        ...lines.slice(0, shown).map((line) => `    ${line.replaceAll("\n", "\n      ")}`),
      ];

/** Auth0 accepts a request before it delivers. */
export const whatStillFails = (subject: Subject): string[] => [
  "Auth0 is delivering them now. In a few minutes, see what still fails with:",
  `  ${listCommandFor(subject, ["--status", "failed"])}`,
];
