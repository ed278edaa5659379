import { countOf, formatNumber } from "../../../shared/text";
import { formatAge, formatTime } from "../../../shared/time";
import type { Criteria, DeliveryReport, StreamReport } from "../report";
import { errorsOf } from "./errors";
import { type Status, texts } from "./texts";

/** The streams by what a reader has to do; one that was checked in part can be in two groups. */
export function groupStreams({ streams }: DeliveryReport) {
  const failing = streams
    .filter((stream) => stream.failing)
    .sort((a, b) => countedIn(b) - countedIn(a));
  const unchecked = streams.filter(({ result }) => result === "failed");
  return {
    needAction: [...failing, ...unchecked.filter((stream) => !stream.failing)],
    failing,
    unchecked,
    clean: streams.filter(({ result }) => result === "clean"),
  };
}

/** The failed deliveries that the report of a stream describes. */
const countedIn = ({ failed, failedOutsideCriteria = 0 }: StreamReport): number =>
  failed + failedOutsideCriteria;

export const statusOf = ({ failing, result }: StreamReport): Status => {
  if (failing) return "failing";
  return result === "failed" ? "unchecked" : "clean";
};

/** The stream with its stack, as a user names them. */
export const streamLabel = ({ name, stack, folder }: StreamReport): string => {
  if (stack === undefined) return name;
  return `${name} in ${folder === "." || folder === undefined ? stack : `${folder}:${stack}`}`;
};

/** The report in one sentence. */
export function verdict(report: DeliveryReport): string {
  const streams = report.streams.filter(({ missing }) => missing === undefined);
  const unlisted = unlistedTexts(report);
  if (streams.length === 0) return ["No stream was checked", ...unlisted].join(", ");

  const failing = streams.filter((stream) => stream.failing).length;
  const unchecked = streams.filter(({ result }) => result === "failed");
  const partial = unchecked.filter(isPartial).length;
  const [first, ...others] = [
    { count: failing, what: failing === 1 ? "is failing" : "are failing" },
    { count: unchecked.length - partial, what: "could not be checked" },
    { count: partial, what: "checked only in part" },
  ].filter(({ count }) => count > 0);
  const total = countOf(streams.length, "stream");
  if (first === undefined) {
    const idle = streams.filter(isIdle).length;
    const disabled = idle > 0 ? [`${formatNumber(idle)} disabled`] : [];
    return [`No failing stream among ${total}`, ...disabled, ...unlisted].join(", ");
  }
  const start = `${formatNumber(first.count)} of ${total} ${first.what}`;
  const rest = others.map(({ count, what }) => `${formatNumber(count)} ${what}`);
  // Where nothing fails, the reader has to hear that the check of the others was complete.
  const { clean } = report.summary;
  const end = failing === 0 && clean > 0 ? `; the other ${formatNumber(clean)} not failing` : "";
  return [start, ...rest, ...unlisted].join(", ") + end;
}

/** What could not be listed, so that the number of its streams is unknown. */
function unlistedTexts({ streams }: DeliveryReport): string[] {
  const unlisted = streams.filter(({ missing }) => missing === "unlisted");
  const stacks = unlisted.filter(({ stack }) => stack !== undefined).length;
  return [
    ...(stacks > 0 ? [`${countOf(stacks, "stack")} could not be checked`] : []),
    ...(stacks < unlisted.length ? ["the list of streams could not be read"] : []),
  ];
}

/** Whether a check that failed got as far as some deliveries. */
export const isPartial = (stream: StreamReport): boolean =>
  stream.result === "failed" && countedIn(stream) > 0;

/** A failing stream is more urgent than one that could not be checked. */
export function overallStatus({ streams, result }: DeliveryReport): Status {
  if (streams.some(({ failing }) => failing)) return "failing";
  return result === "failed" ? "unchecked" : "clean";
}

/** What was counted, and which deliveries counted. */
export function totalCounts({ streams, summary, criteria }: DeliveryReport): string[] {
  const unread = streams.filter((one) => one.result === "failed" && !isPartial(one)).length;
  if (unread === streams.length) return ["no delivery was counted", ...criteriaTexts(criteria)];
  const count = countFailed(summary.failedDeliveries) + (unread > 0 ? " in the others" : "");
  const outside = streams.reduce((sum, one) => sum + (one.failedOutsideCriteria ?? 0), 0);
  if (outside === 0) return [count, ...criteriaTexts(criteria)];
  const others = `${formatNumber(outside)} outside of them`;
  return [`${count} within the filters`, others, ...criteriaTexts(criteria)];
}

function criteriaTexts({ maxFailed, since, until, eventTypes }: Criteria): string[] {
  return [
    ...(since === undefined ? [] : [`since ${formatTime(since)}`]),
    ...(until === undefined ? [] : [`until ${formatTime(until)}`]),
    ...(eventTypes ? [`only ${eventTypes.join(", ")}`] : []),
    ...(maxFailed > 0 ? [`${formatNumber(maxFailed)} a stream allowed`] : []),
  ];
}

export const countFailed = (count: number): string =>
  count === 0 ? "no failed delivery" : countOf(count, "failed delivery", "failed deliveries");

/** What was found in a stream, in words. */
export function findingText(stream: StreamReport): string {
  if (isIdle(stream)) return `${countText(stream)}: ${texts.idle}`;
  if (stream.result !== "failed") return countText(stream);
  return isPartial(stream) ? `${texts.partial}, ${countText(stream)}` : texts.unchecked;
}

/** What was counted in a stream, in words. */
export function countText({ failed, status, failedOutsideCriteria }: StreamReport): string {
  const count =
    failedOutsideCriteria === undefined
      ? countFailed(failed)
      : `${countFailed(failedOutsideCriteria)} outside of the filters`;
  if (status === "unknown") return `${count}, status unknown`;
  return status === "disabled" ? `${count}, disabled` : count;
}

/** Whether a stream that is not failing gets no events. */
export const isIdle = ({ result, status }: StreamReport): boolean =>
  result === "clean" && status === "disabled";

/** A stream that fails from the start of the checked time on has probably failed before. */
const startOfCheckedTime = 0.1;

/** When the failures began, as a time and how long before the check; absent if there are none. */
export function sinceText(
  { first, failedOutsideCriteria }: StreamReport,
  { finishedAt, criteria }: DeliveryReport,
): { time: string; age: string } | undefined {
  if (first === undefined) return undefined;
  // A report may be read later.
  const age = `${formatAge(first, new Date(finishedAt))} before the check`;
  const end = Date.parse(finishedAt);
  const since = Date.parse(criteria.since ?? first);
  const isAtStart =
    criteria.since !== undefined &&
    failedOutsideCriteria === undefined &&
    Date.parse(first) - since < startOfCheckedTime * (end - since);
  return { time: formatTime(first), age: isAtStart ? `at least ${age}` : age };
}

export const timeText = (time: string | undefined): string =>
  time === undefined ? "unknown" : formatTime(time);

/** The most frequent error, or why the stream could not be checked. */
export const mainError = ({ groups, error = "" }: StreamReport): string =>
  errorsOf(groups)[0]?.message ?? error;
