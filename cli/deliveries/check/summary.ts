import type { Status } from "../../reports/view";
import { countOf, countsOf, formatNumber } from "../../shared/text";
import { formatAge, formatTime } from "../../shared/time";
import { extend, type FailureGroup } from "../failureGroups";
import type { DeliveryReport, StreamReport } from "./report";

export const statusOf = ({ failing, result }: StreamReport): Status => {
  if (failing) return "failing";
  return result === "failed" ? "failed" : "clean";
};

export const streamLabel = ({ name, stack, folder }: StreamReport): string => {
  if (stack === undefined) return name;
  return `${name} in ${folder === "." || folder === undefined ? stack : `${folder}:${stack}`}`;
};

export function verdict(report: DeliveryReport): string {
  const streams = report.streams.filter(({ missing }) => missing === undefined);
  const unlisted = unlistedTexts(report);
  if (streams.length === 0) return ["No stream was checked", ...unlisted].join(", ");

  const failing = streams.filter((stream) => stream.failing).length;
  const unchecked = streams.filter(({ result }) => result === "failed");
  const partial = unchecked.filter(isPartial).length;
  const total = countOf(streams.length, "stream");
  const counts = countsOf(total, [
    { count: failing, what: failing === 1 ? "is failing" : "are failing" },
    { count: unchecked.length - partial, what: "couldn't be checked" },
    { count: partial, what: `${partial === 1 ? "was" : "were"} partly checked` },
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

/** Whether a check that failed has counted some deliveries. */
export const isPartial = ({ result, failed }: StreamReport): boolean =>
  result === "failed" && failed > 0;

/** A failing stream is more urgent than one that couldn't be checked. */
export function overallStatus({ streams, result }: DeliveryReport): Status {
  if (streams.some(({ failing }) => failing)) return "failing";
  return result === "failed" ? "failed" : "clean";
}

export function totalCounts({ streams, summary, criteria }: DeliveryReport): string[] {
  const { maxFailed, since, until, eventTypes } = criteria;
  const unread = streams.filter((one) => one.result === "failed" && !isPartial(one)).length;
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
  if (isIdle(stream)) return `${countText(stream)}, so it gets no events`;
  if (stream.result !== "failed") return countText(stream);
  return isPartial(stream) ? `Partly checked, ${countText(stream)}` : "Couldn't be checked";
}

function countText({ failed, status }: StreamReport): string {
  const count = countFailed(failed);
  if (status === "unknown") return `${count}, status unknown`;
  return status === "disabled" ? `${count}, disabled` : count;
}

/** Whether a stream that is not failing gets no events. */
export const isIdle = ({ result, status }: StreamReport): boolean =>
  result === "clean" && status === "disabled";

/** When the failures began, as a time and how long before the check. Absent if there are none. */
export const sinceText = (
  { first }: StreamReport,
  { finishedAt }: DeliveryReport,
): string | undefined =>
  // A report may be read later.
  first && `${formatTime(first)}, ${formatAge(first, new Date(finishedAt))} before the check`;

export const timeText = (time: string | undefined): string =>
  time === undefined ? "unknown" : formatTime(time);

/** The most frequent error, or on one line why the stream couldn't be checked. */
export const mainError = ({ groups, error = "" }: StreamReport): string =>
  errorsOf(groups)[0]?.message ?? error.replaceAll("\n", " ");

/** The failures of all event types with one message, because a receiver that is down fails for each type. */
interface ErrorSummary {
  message: string;
  /** The type with the most failures first. */
  eventTypes: string[];
  count: number;
  first?: string;
  last?: string;
}

/** The failures of a stream by message, the most frequent first. `groups` has the largest first. */
export function errorsOf(groups: FailureGroup[]): ErrorSummary[] {
  const byMessage = new Map<string, ErrorSummary>();
  for (const { message, eventType, count, first, last } of groups) {
    const error = byMessage.get(message) ?? {
      message: shownMessage(message),
      eventTypes: [],
      count: 0,
    };
    error.eventTypes.push(eventType);
    error.count += count;
    for (const time of [first, last]) if (time !== undefined) extend(error, time);
    byMessage.set(message, error);
  }
  return [...byMessage.values()].sort((a, b) => b.count - a.count);
}

const shownMessage = (message: string) =>
  message.trim() === "" ? "(no message from Auth0)" : message;
