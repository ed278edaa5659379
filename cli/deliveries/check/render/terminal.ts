import { logText } from "../../../shared/log";
import {
  countOf,
  escapedLines,
  escapeInvisible,
  formatNumber,
  someNames,
} from "../../../shared/text";
import type { DeliveryReport, StreamReport } from "../report";
import { enableSteps, nextSteps } from "./nextSteps";
import {
  countText,
  type ErrorSummary,
  errorsOf,
  findingText,
  groupStreams,
  isPartial,
  maxEventTypes,
  sinceText,
  streamLabel,
  symbols,
  texts,
  timeText,
  totalCounts,
  verdict,
} from "./summary";

/** In the log of a job, more would hide the other streams. */
const maxErrors = 10;
const maxStreams = 100;

/** The report for a terminal, or for the log of a job: failing streams first. */
export function terminal(report: DeliveryReport): string {
  const { failing, unchecked, clean } = groupStreams(report);
  const blocks = [
    ...blocksOf(failing, texts.failing, (stream) => failingBlock(stream, report)),
    ...blocksOf(unchecked, texts.unchecked, uncheckedBlock),
    ...cleanBlock(clean),
    ...(report.streams.length === 0 ? [texts.noStream] : []),
    `${verdict(report)} (${totalCounts(report).join(", ")}).`,
  ];
  return logText(blocks);
}

function blocksOf(
  streams: StreamReport[],
  title: string,
  block: (stream: StreamReport) => string,
): string[] {
  const more = streams.length - maxStreams;
  const end = `${title}: And ${countOf(more, "other stream")}. ${texts.completeReport}`;
  return [...streams.slice(0, maxStreams).map(block), ...(more > 0 ? [end] : [])];
}

function failingBlock(stream: StreamReport, report: DeliveryReport): string {
  const { id, tenant, last } = stream;
  const errors = errorsOf(stream.groups);
  const since = sinceText(stream, report);
  const times = since && `since ${since.time} (${since.age}), last ${timeText(last)}`;
  const more = errors.length - maxErrors;
  return [
    `${symbols.failing} ${label(stream)}: ${countText(stream)}`,
    ...(times === undefined ? [] : [`  ${times}`]),
    escapeInvisible(`  ${[id, tenant].filter(Boolean).join(" at ")}`),
    ...errors.slice(0, maxErrors).map(errorLine),
    ...(more > 0 ? [`    and ${countOf(more, "other error")}`] : []),
    ...nextSteps(stream, report.criteria).map(({ title, command }) => `  ${title}: ${command}`),
  ].join("\n");
}

function errorLine({ count, message, eventTypes, first, last }: ErrorSummary): string {
  const times = count > 1 ? `${timeText(first)} to ${timeText(last)}` : timeText(last);
  const types = escapeInvisible(someNames(eventTypes, maxEventTypes));
  return `    ${formatNumber(count)} × ${escapeInvisible(message)} (${types}; ${times})`;
}

function uncheckedBlock(stream: StreamReport): string {
  const lines = escapedLines(stream.error ?? "").map((line) => `    ${line}`);
  const what = isPartial(stream) ? texts.partial : texts.unchecked;
  return [`${symbols.unchecked} ${label(stream)}: ${what}`, ...lines].join("\n");
}

function cleanBlock(streams: StreamReport[]): string[] {
  if (streams.length === 0) return [];
  const lines = streams.flatMap((stream) => [
    `  ${symbols.clean} ${label(stream)}: ${findingText(stream)}`,
    ...enableSteps(stream).map(({ title, command }) => `    ${title}: ${command}`),
  ]);
  const isUnknown = streams.some(({ status }) => status === "unknown");
  return [[texts.clean, ...lines, ...(isUnknown ? [texts.unknownStatus] : [])].join("\n")];
}

const label = (stream: StreamReport) => escapeInvisible(streamLabel(stream));
