import { logLine } from "../../../shared/log";
import { countOf, escapedLines, escapeInvisible, formatNumber } from "../../../shared/text";
import type { DeliveryReport } from "../report";
import { type ErrorSummary, errorsOf, someOf } from "./errors";
import { enableSteps, nextSteps } from "./nextSteps";
import {
  countText,
  findingText,
  groupStreams,
  isPartial,
  type NumberedStream,
  sinceText,
  streamLabel,
  timeText,
  totalCounts,
  verdict,
} from "./summary";
import { maxSections, moreStreams, symbols, texts } from "./texts";

/** More errors than a person reads on a terminal. */
const maxErrors = 10;

/** The report for a terminal, or for the log of a job: failing streams first. */
export function terminal(report: DeliveryReport): string {
  const { failing, unchecked, clean } = groupStreams(report);
  const blocks = [
    ...blocksOf(failing, texts.failing, (numbered) => failingBlock(numbered, report)),
    ...blocksOf(unchecked, texts.unchecked, uncheckedBlock),
    ...cleanBlock(clean),
    ...(report.streams.length === 0 ? [texts.noStream] : []),
    `${verdict(report)} (${totalCounts(report).join(", ")}).`,
  ];
  return `\n${blocks.join("\n\n")}\n`.split("\n").map(logLine).join("\n");
}

function blocksOf(
  streams: NumberedStream[],
  title: string,
  block: (numbered: NumberedStream) => string,
): string[] {
  const more = moreStreams(streams.length);
  const end = more === undefined ? [] : [`${title}: ${more}`];
  return [...streams.slice(0, maxSections).map(block), ...end];
}

function failingBlock({ stream }: NumberedStream, report: DeliveryReport): string {
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
  const { shown, more } = someOf(eventTypes);
  const types = escapeInvisible(shown.join(", ")) + more;
  return `    ${formatNumber(count)} × ${escapeInvisible(message)} (${types}; ${times})`;
}

function uncheckedBlock({ stream }: NumberedStream): string {
  const lines = escapedLines(stream.error ?? "").map((line) => `    ${line}`);
  const what = isPartial(stream) ? texts.partial : texts.unchecked;
  return [`${symbols.unchecked} ${label(stream)}: ${what}`, ...lines].join("\n");
}

function cleanBlock(streams: NumberedStream[]): string[] {
  if (streams.length === 0) return [];
  const lines = streams.flatMap(({ stream }) => [
    `  ${symbols.clean} ${label(stream)}: ${findingText(stream)}`,
    ...enableSteps(stream).map(({ title, command }) => `    ${title}: ${command}`),
  ]);
  const isUnknown = streams.some(({ stream }) => stream.status === "unknown");
  return [[texts.clean, ...lines, ...(isUnknown ? [texts.unknownStatus] : [])].join("\n")];
}

const label = (stream: NumberedStream["stream"]) => escapeInvisible(streamLabel(stream));
