import {
  type Entry,
  type Row,
  type Status,
  type Table,
  type Text,
  text,
  type View,
} from "../../reports/view";
import { deliveriesCommand, type NextStep, stackOptions } from "../../shared/shellCommands";
import { countOf, countsOf, escapeInvisible, formatNumber, formatTime } from "../../shared/text";
import { type FailureGroup, shownMessage } from "../failureGroups";
import { filterOptions } from "../filters";
import {
  type Criteria,
  type DeliveryReport,
  filtersFor,
  isIdle,
  type StreamReport,
  streamLabel,
} from "./report";

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
      rows: needAction.map(overviewRow),
    },
    sections: [
      {
        id: "failing",
        title: "Failing",
        entries: failing.map((stream) => failingEntry(stream, report)),
      },
      {
        id: "failed",
        title: failureText,
        why: "The check couldn't determine whether these are failing.",
        entries: unchecked.map(uncheckedEntry),
      },
    ],
    rest: {
      id: "clean",
      title: `${countOf(clean.length, "stream")} not failing`,
      why: "These streams have no more failed deliveries than the check allows.",
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

const failureText = "Not fully checked";

const unknownStatus =
  "The check can't tell whether a stream is disabled. Grant the scope read:event_streams to the application.";

const label = (stream: StreamReport): Text => text`${streamLabel(stream)}`;

const overviewRow = (stream: StreamReport): Row => ({
  title: label(stream),
  found: [{ status: statusOf(stream), text: findingText(stream) }],
  cells: [stream.first ? formatTime(stream.first) : "", text`${mainError(stream)}`],
});

function failingEntry(stream: StreamReport, report: DeliveryReport): Entry {
  const { id = "", tenant = "", groups, first, last } = stream;
  return {
    status: "failing",
    title: label(stream),
    found: findingText(stream),
    facts: [
      text`ID ${id}`,
      text`tenant ${tenant}`,
      `since ${timeText(first)}`,
      `last attempt ${timeText(last)}`,
    ],
    notes:
      stream.result === "failed"
        ? ["The stream was only partly checked, so it may have more failures."]
        : [],
    ...(groups.length > 0 && { table: errorsTable(groups) }),
    steps: nextSteps(stream, report.criteria),
  };
}

/** What to do about a failing stream. */
function nextSteps(stream: StreamReport, criteria: Criteria): NextStep[] {
  const { id = "" } = stream;
  const named = { name: id, id, stack: targetOf(stream) };
  const filters = filterOptions({ status: ["failed"], ...filtersFor(stream, criteria) });
  return [
    {
      title: "List",
      effect:
        "Shows each failed delivery with its last attempt and error, without the content of events.",
      command: deliveriesCommand("list", named, filters),
    },
    {
      title: "Redeliver",
      effect:
        "Shows all failed deliveries of the stream, asks you to confirm, and resends them. Repair the receiver first.",
      command: deliveriesCommand("redeliver", named),
    },
    ...enableSteps(stream),
  ];
}

/** How to enable a stream that is disabled. Empty if it's enabled, or if its stack isn't known. */
function enableSteps(stream: StreamReport): NextStep[] {
  const target = targetOf(stream);
  if (stream.status !== "disabled" || target === undefined) return [];
  return [
    {
      title: "Enable",
      effect:
        "Updates the stream's status to match the program, which has to enable it. Auth0 rejects the update while the stream has failed deliveries.",
      command: escapeInvisible(`pulumi up --refresh ${stackOptions(target)}`),
    },
  ];
}

const targetOf = ({ stack, folder = "." }: StreamReport) =>
  stack === undefined ? undefined : { name: stack, folder };

const errorsTable = (groups: FailureGroup[]): Table => ({
  columns: ["Error", "Failed", "Event type", "First", "Last"],
  rows: groups.map(({ message, count, eventType, first, last }) => [
    text`${shownMessage(message)}`,
    formatNumber(count),
    text`${eventType}`,
    timeText(first),
    timeText(last),
  ]),
});

const uncheckedEntry = (stream: StreamReport): Entry => ({
  status: "failed",
  title: label(stream),
  messages: [{ message: stream.error ?? "" }],
});

export const statusOf = ({ failing, result }: StreamReport): Status => {
  if (failing) return "failing";
  return result === "failed" ? "failed" : "clean";
};

export function verdict(report: DeliveryReport): string {
  const streams = report.streams.filter(({ missing }) => missing === undefined);
  const unlisted = unlistedTexts(report);
  if (streams.length === 0) return ["No stream was checked", ...unlisted].join(", ");

  const failing = streams.filter((stream) => stream.failing).length;
  const unchecked = streams.filter(({ result }) => result === "failed").length;
  const total = countOf(streams.length, "stream");
  const counts = countsOf(total, [
    { count: failing, what: failing === 1 ? "is failing" : "are failing" },
    { count: unchecked, what: "couldn't be checked completely" },
  ]);
  if (counts === "") {
    const idle = streams.filter(isIdle).length;
    const disabled = idle > 0 ? [`${formatNumber(idle)} disabled`] : [];
    return [`${total} checked, none failing`, ...disabled, ...unlisted].join(", ");
  }
  // If no stream is failing, the reader has to know that the check of the others was complete.
  const { clean } = report.summary;
  const others = countOf(clean, "other stream isn't", "other streams aren't");
  const end = failing === 0 && clean > 0 ? `; ${others} failing` : "";
  return [counts, ...unlisted].join(", ") + end;
}

/** What couldn't be listed, so that the number of its streams is unknown. */
function unlistedTexts({ streams }: DeliveryReport): string[] {
  const unlisted = streams.filter(({ missing }) => missing === "unlisted");
  const stacks = unlisted.filter(({ stack }) => stack !== undefined).length;
  return [
    ...(stacks > 0 ? [`${countOf(stacks, "stack")} couldn't be checked`] : []),
    ...(stacks < unlisted.length ? ["the list of streams couldn't be read"] : []),
  ];
}

/** A failing stream is more urgent than one that couldn't be checked. */
function overallStatus({ streams, result }: DeliveryReport): Status {
  if (streams.some(({ failing }) => failing)) return "failing";
  return result === "failed" ? "failed" : "clean";
}

function totalCounts({ streams, summary, criteria }: DeliveryReport): string[] {
  const { maxFailed, since, until, eventTypes } = criteria;
  const unread = streams.filter((one) => one.result === "failed" && one.failed === 0).length;
  const count = countFailed(summary.failedDeliveries) + (unread > 0 ? " in the others" : "");
  return [
    unread === streams.length ? "no deliveries were counted" : count,
    ...(since === undefined ? [] : [`since ${formatTime(since)}`]),
    ...(until === undefined ? [] : [`until ${formatTime(until)}`]),
    ...(eventTypes ? [`only ${eventTypes.join(", ")}`] : []),
    ...(maxFailed > 0 ? [`up to ${formatNumber(maxFailed)} allowed per stream`] : []),
  ];
}

export const countFailed = (count: number): string =>
  count === 0 ? "no failed deliveries" : countOf(count, "failed delivery", "failed deliveries");

export function findingText(stream: StreamReport): string {
  if (isIdle(stream)) return `${countFailed(stream.failed)}, but disabled, so it gets no events`;
  if (stream.result !== "failed") return countText(stream);
  return stream.failed > 0 ? `${failureText}, ${countText(stream)}` : failureText;
}

function countText({ failed, status }: StreamReport): string {
  const count = countFailed(failed);
  if (status === "unknown") return `${count}, status unknown`;
  return status === "disabled" ? `${count}, disabled` : count;
}

const timeText = (time: string | undefined): string =>
  time === undefined ? "unknown" : formatTime(time);

/** The error of the most failures of one event type, or on one line why the stream couldn't be checked. */
function mainError({ groups, error = "" }: StreamReport): string {
  const [group] = groups;
  return group ? shownMessage(group.message) : error.replaceAll("\n", " ");
}
