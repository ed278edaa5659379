import { attemptsOf } from "../../../provider/functions/attempts";
import type { Json } from "../../../provider/shared/json";
import { showProgress } from "../../shared/log";
import { deliveriesCommand, stackOptions } from "../../shared/shellCommands";
import { countOf, displayName, formatNumber } from "../../shared/text";
import { FailureGroups, failureLines } from "../failureGroups";
import { type Filters, failedDeliveries } from "../filters";
import { textOf } from "../output";
import type { TenantStream } from "../streams/source";

/** The stream of a run, as the texts name it. */
export interface Subject {
  /** The argument of the command line. */
  argument: string;
  stream: TenantStream;
  /** `enabled` or `disabled`; undefined if it could not be read. */
  status: Json | undefined;
}

/** The failed deliveries of a stream that match. */
export interface Selection {
  ids: string[];
  groups: FailureGroups;
  /** How many are left out because the service has accepted a redelivery that it has not attempted. */
  waiting: number;
}

export const titleOf = ({ stream: { label, api } }: Subject): string =>
  `${displayName(label)} (${api.domain})`;

/** `deliveries list` for the same stream. */
export const listCommandFor = ({ argument, stream }: Subject, options: string[] = []): string =>
  deliveriesCommand("list", { ...stream, name: argument }, options);

/**
 * Lists all failed deliveries that match. A redelivery adds an attempt with the status `retrying` and,
 * in recorded exchanges, the next real attempt follows 6 to 22 s later: until then it is left out.
 */
export async function selectFailed(stream: TenantStream, filters: Filters): Promise<Selection> {
  const selection: Selection = { ids: [], groups: new FailureGroups(), waiting: 0 };
  for await (const page of failedDeliveries(stream, filters, Number.MAX_SAFE_INTEGER)) {
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
  columns?: number,
): string {
  const count = selection
    ? countOf(ids.length, "failed delivery", "failed deliveries")
    : `${countOf(ids.length, "delivery", "deliveries")} by id`;
  return textOf([
    `${titleOf(subject)}: ${count}`,
    ...(selection ? [...failureLines(selection.groups.all(), columns), ...leftOut(selection)] : []),
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

const leftOut = ({ waiting }: Selection): string[] =>
  waiting > 0
    ? [
        `Left out: ${formatNumber(waiting)} that the service has accepted for redelivery and not attempted yet.`,
      ]
    : [];

/** What to do besides, if the stream is disabled. */
function disabledNote({ status, stream: { stack } }: Subject, advice: string): string[] {
  if (status !== "disabled") return [];
  const how =
    stack === undefined
      ? "with `pulumi up --refresh` in the stack that manages it, or in the dashboard"
      : `with \`pulumi up --refresh ${stackOptions(stack)}\``;
  return [`The stream is disabled. ${advice} ${how}.`];
}
