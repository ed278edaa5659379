import {
  type Entry,
  namesText,
  type Row,
  type Table,
  type Text,
  text,
  type View,
} from "../../reports/view";
import type { Target } from "../../shared/pulumi";
import { deliveriesCommand, type NextStep, stackOptions } from "../../shared/shellCommands";
import { countOf, escapeInvisible, formatNumber } from "../../shared/text";
import type { FailureGroup } from "../failureGroups";
import { filterOptions } from "../filters";
import { type Criteria, type DeliveryReport, filtersFor, type StreamReport } from "./report";
import {
  errorsOf,
  findingText,
  isIdle,
  isPartial,
  mainError,
  overallStatus,
  sinceText,
  statusOf,
  streamLabel,
  timeText,
  totalCounts,
  verdict,
} from "./summary";

/** The report for people. A stream that was checked in part can be in two sections. */
export function deliveryView(report: DeliveryReport): View {
  const { streams } = report;
  const failing = streams.filter((stream) => stream.failing).sort((a, b) => b.failed - a.failed);
  const unchecked = streams.filter(({ result }) => result === "failed");
  const clean = streams.filter(({ result }) => result === "clean");
  const counted = [...failing, ...clean];
  const needAction = [...failing, ...unchecked.filter((stream) => !stream.failing)];
  return {
    status: overallStatus(report),
    title: verdict(report),
    counts: totalCounts(report),
    report,
    checked: streams.length,
    notes: [
      ...(streams.length === 0 ? ["There was no stream to check."] : []),
      ...(counted.some(({ status }) => status === "unknown") ? [unknownStatus] : []),
    ],
    overview: {
      columns: ["Stream", "Found", "Since", "Error"],
      numbers: [],
      rows: needAction.map((stream) => overviewRow(stream, report)),
    },
    sections: [
      {
        id: "failing",
        title: "Failing",
        what: "failing stream",
        isMain: true,
        entries: failing.map((stream) => failingEntry(stream, report)),
      },
      {
        id: "failed",
        title: "Couldn't be checked",
        why: "The check couldn't determine whether these are failing.",
        what: "failed check",
        entries: unchecked.map(uncheckedEntry),
      },
    ],
    rest: {
      id: "clean",
      title: `${countOf(clean.length, "stream")} not failing`,
      why: "These streams have no more failed deliveries than the check allows.",
      what: "clean stream",
      entries: clean.map((stream) => ({
        status: "clean",
        title: label(stream),
        found: findingText(stream),
        steps: enableSteps(stream),
      })),
    },
    complete: "The JSON report is complete.",
    end: "The report never shows the content of events.",
  };
}

const unknownStatus =
  "The check can't tell whether a stream is disabled. Grant the scope read:event_streams to the application.";

const label = (stream: StreamReport): Text => text`${streamLabel(stream)}`;

const overviewRow = (stream: StreamReport, report: DeliveryReport): Row => ({
  title: label(stream),
  found: [{ status: statusOf(stream), text: findingText(stream) }],
  cells: [sinceText(stream, report) ?? "", text`${mainError(stream)}`],
});

function failingEntry(stream: StreamReport, report: DeliveryReport): Entry {
  const { id = "", tenant = "", groups, last } = stream;
  return {
    status: "failing",
    title: label(stream),
    found: findingText(stream),
    facts: [
      text`ID ${id}`,
      text`tenant ${tenant}`,
      `since ${sinceText(stream, report) ?? "unknown"}`,
      `last attempt ${timeText(last)}`,
    ],
    notes: isPartial(stream)
      ? ["The stream was only partly checked, so it may have more failures."]
      : [],
    ...(groups.length > 0 && { table: errorsTable(groups) }),
    steps: nextSteps(stream, report.criteria),
  };
}

const errorsTable = (groups: FailureGroup[]): Table => ({
  what: ["more error", "more errors"],
  columns: ["Error", "Failed", "Event types", "First", "Last"],
  rows: errorsOf(groups).map(({ message, count, eventTypes, first, last }) => [
    text`${message}`,
    formatNumber(count),
    namesText(eventTypes, maxEventTypes),
    timeText(first),
    timeText(last),
  ]),
});

const maxEventTypes = 3;

const uncheckedEntry = (stream: StreamReport): Entry => ({
  status: "failed",
  title: label(stream),
  found: isPartial(stream) ? "Partly checked" : "Couldn't be checked",
  messages: [{ message: stream.error ?? "" }],
});

function nextSteps(stream: StreamReport, criteria: Criteria): NextStep[] {
  const { id = "" } = stream;
  const target = targetOf(stream);
  const deliveries = (command: string, options: string[]) =>
    deliveriesCommand(command, { name: id, id, stack: target }, options);
  return [
    {
      title: "List",
      effect:
        "Shows each failed delivery with its last attempt and error, without the content of events.",
      command: deliveries(
        "list",
        filterOptions({ status: ["failed"], ...filtersFor(stream, criteria) }),
      ),
    },
    {
      title: "Redeliver",
      effect:
        "Shows all failed deliveries of the stream, asks you to confirm, and resends them. Repair the receiver first.",
      command: deliveries("redeliver", []),
    },
    ...enableSteps(stream),
  ];
}

/** How to enable a stream that is disabled. Empty if it's enabled, or if its stack isn't known. */
function enableSteps(stream: StreamReport): NextStep[] {
  const target = targetOf(stream);
  if (stream.status !== "disabled" || target === undefined) return [];
  const { disabledInState } = stream;
  const effect = disabledInState
    ? "The stack's state has the stream as disabled, so your program has to enable it."
    : "Updates the stream's status to match the program.";
  return [
    {
      title: disabledInState
        ? 'Set its status to "enabled" in your program, then deploy'
        : "Enable",
      effect: isIdle(stream)
        ? effect
        : `${effect} Auth0 rejects the update while the stream has failed deliveries.`,
      command: escapeInvisible(`pulumi up --refresh ${stackOptions(target)}`),
    },
  ];
}

const targetOf = ({ stack, folder = "." }: StreamReport): Target | undefined =>
  stack === undefined ? undefined : { name: stack, folder };
