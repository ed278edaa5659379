import { attemptsOf } from "../../../provider/deliveries/attempts";
import type { Json } from "../../../provider/shared/json";
import { showProgress } from "../../shared/log";
import { deliveriesCommand, stackOptions } from "../../shared/shellCommands";
import { countOf, displayName, formatNumber } from "../../shared/text";
import { FailureGroups, failureLines } from "../failureGroups";
import { type Filters, failedDeliveries } from "../filters";
import { textOf } from "../standardOutput";
import type { TenantStream } from "../streams";
import type { SendResult } from "./sendAll";

export interface Subject {
  argument: string;
  stream: TenantStream;
  /** `enabled` or `disabled`; undefined if it could not be read. */
  status: Json | undefined;
}

interface Selection {
  ids: string[];
  groups: FailureGroups;
  /** How many are left out because the service has accepted a redelivery that it has not attempted. */
  waiting: number;
}

export const titleOf = ({ stream: { label, api } }: Subject): string =>
  `${displayName(label)} (${api.domain})`;

const listCommandFor = ({ argument, stream }: Subject, options: string[] = []): string =>
  deliveriesCommand("list", { ...stream, name: argument }, options);

/**
 * Lists all failed deliveries that match. A redelivery adds an attempt with the status `retrying` and,
 * in recorded exchanges, the next real attempt follows 6 to 22 s later: until then it is left out.
 */
export async function selectFailed(stream: TenantStream, filters: Filters): Promise<Selection> {
  const selection: Selection = { ids: [], groups: new FailureGroups(), waiting: 0 };
  for await (const page of failedDeliveries(stream, filters)) {
    for (const delivery of page) {
      if (attemptsOf(delivery).at(-1)?.status === "retrying") {
        selection.waiting += 1;
      } else {
        selection.ids.push(delivery.id);
        selection.groups.add(delivery);
      }
    }
    const count = countOf(selection.ids.length, "delivery", "deliveries");
    showProgress(`${displayName(stream.label)}: reading the failed deliveries, ${count}`);
  }
  showProgress("");
  return selection;
}

/** What would be sent again. Ids of the command line are not listed, so there is no selection. */
export function planText(
  subject: Subject,
  ids: string[],
  selection: Selection | undefined,
): string {
  const count = selection
    ? countOf(ids.length, "failed delivery", "failed deliveries")
    : `${countOf(ids.length, "delivery", "deliveries")} by id`;
  return textOf([
    `${titleOf(subject)}: ${count}`,
    ...(selection ? [...failureLines(selection.groups.all()), ...leftOut(selection)] : []),
    ...disabledNote(subject, "Redelivery works nevertheless; afterwards enable the stream"),
  ]);
}

export const nothingText = (subject: Subject, selection: Selection): string =>
  textOf([
    `${titleOf(subject)}: nothing to redeliver: no failed delivery matches. The service lists deliveries only until they succeed.`,
    ...leftOut(selection),
    "This shows what is still being delivered:",
    `  ${listCommandFor(subject)}`,
    ...disabledNote(subject, "When no delivery fails any more, enable it"),
  ]);

function leftOut({ waiting }: Selection): string[] {
  const what = "that the service has accepted for redelivery and not attempted yet";
  return waiting > 0 ? [`Left out: ${formatNumber(waiting)} ${what}.`] : [];
}

function disabledNote({ status, stream }: Subject, advice: string): string[] {
  if (status !== "disabled") return [];
  const { stack, isDisabledInState } = stream;
  const how =
    stack === undefined
      ? "with `pulumi up --refresh` in the stack that manages it, or in the dashboard"
      : `with \`pulumi up --refresh ${stackOptions(stack)}\``;
  return [
    `The stream is disabled. ${advice} ${how}.`,
    ...(isDisabledInState ? ['The program disables it: set status: "enabled" there first.'] : []),
  ];
}

/** The ids by their result: `left` are those that were not sent. `refused` has reasons in place of ids. */
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

/** An id that a user names may be wrong. A listed delivery that is no longer failed was delivered, or will be. */
export const isSuccess = (
  { notFailed, refused, uncertain, left }: RedeliverySummary,
  isById: boolean,
): boolean => [isById ? notFailed : [], refused, uncertain, left].flat().length === 0;

/** At most so many refusals, and ids that are no longer failed, are shown. */
const maxShown = 10;

const again =
  "For the rest, run the same command again in a minute: what was accepted is sent again only if it fails again.";

export function resultText(subject: Subject, summary: RedeliverySummary): string {
  const { accepted, notFailed, refused, uncertain, left } = summary;
  const total = countOf(Object.values(summary).flat().length, "delivery", "deliveries");
  return textOf([
    `${titleOf(subject)}: ${formatNumber(accepted.length)} of ${total} accepted for redelivery`,
    ...counted(notFailed, "no longer failed: delivered or under way, or no delivery has the id"),
    ...counted(refused, "refused"),
    // All of them, since this run does not know their result.
    ...counted(uncertain, uncertainText, uncertain.length),
    ...counted(left, "not sent", 0),
    ...(accepted.length > 0 ? whatStillFails(subject) : []),
    ...(left.length + uncertain.length > 0 ? [again] : []),
  ]);
}

const uncertainText = "uncertain: no clear response came, and they may have been accepted";

const counted = (lines: string[], what: string, shown = maxShown): string[] =>
  lines.length === 0
    ? []
    : [
        `  ${formatNumber(lines.length)} ${what}`,
        ...lines.slice(0, shown).map((line) => `    ${line.replaceAll("\n", "\n      ")}`),
      ];

/** The service accepts a request before it delivers. */
export const whatStillFails = (subject: Subject): string[] => [
  "The service delivers them now. In some minutes, this shows what still fails:",
  `  ${listCommandFor(subject, ["--status", "failed"])}`,
];
