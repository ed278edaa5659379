import { logLine } from "../../../shared/logLine";
import { countOf, formatNumber } from "../../../shared/number";
import { escapedLines, escapeInvisible } from "../../../shared/text";
import type { DeliveryReport, GroupReport } from "../report";
import { nextSteps } from "./nextSteps";
import {
  countText,
  groupStreams,
  isPartial,
  messageOf,
  type NumberedStream,
  sinceText,
  streamLabel,
  timeText,
  totalCounts,
  verdict,
} from "./summary";
import { symbols, texts } from "./texts";

/** More kinds of failures than a person reads on a terminal. */
const maxGroups = 10;

/** The report for a terminal, or for the log of a job: failing streams first. */
export function terminal(report: DeliveryReport): string {
  const { failing, unchecked, clean } = groupStreams(report);
  const blocks = [
    ...failing.map((numbered) => failingBlock(numbered, report)),
    ...unchecked.map(uncheckedBlock),
    ...cleanBlock(clean),
    ...(report.streams.length === 0 ? [texts.noStream] : []),
    `${verdict(report)} (${totalCounts(report).join(", ")}).`,
  ];
  return `\n${blocks.join("\n\n")}\n`.split("\n").map(logLine).join("\n");
}

function failingBlock({ stream }: NumberedStream, report: DeliveryReport): string {
  const { groups, id, tenant, last } = stream;
  const since = sinceText(stream, report);
  const times = since && `since ${since.time} (${since.age}), last ${timeText(last)}`;
  const more = groups.length - maxGroups;
  return [
    `${symbols.failing} ${label(stream)}: ${countText(stream)}`,
    ...(times === undefined ? [] : [`  ${times}`]),
    escapeInvisible(`  ${[id, tenant].filter(Boolean).join(" at ")}`),
    ...groups.slice(0, maxGroups).map(groupLine),
    ...(more > 0
      ? [`    and ${countOf(more, "other kind of failure", "other kinds of failures")}`]
      : []),
    ...nextSteps(stream, report.criteria).map(({ title, command }) => `  ${title}: ${command}`),
  ].join("\n");
}

function groupLine(group: GroupReport): string {
  const { count, eventType, first, last } = group;
  const times = count > 1 ? `${timeText(first)} to ${timeText(last)}` : timeText(last);
  const message = escapeInvisible(messageOf(group));
  return `    ${formatNumber(count)} × ${message} (${escapeInvisible(eventType)}, ${times})`;
}

function uncheckedBlock({ stream }: NumberedStream): string {
  const lines = escapedLines(stream.error ?? "").map((line) => `    ${line}`);
  const what = isPartial(stream) ? texts.partial : texts.unchecked;
  return [`${symbols.unchecked} ${label(stream)}: ${what}`, ...lines].join("\n");
}

function cleanBlock(streams: NumberedStream[]): string[] {
  if (streams.length === 0) return [];
  const lines = streams.map(
    ({ stream }) => `  ${symbols.clean} ${label(stream)}: ${countText(stream)}`,
  );
  return [[texts.clean, ...lines].join("\n")];
}

const label = (stream: NumberedStream["stream"]) => escapeInvisible(streamLabel(stream));
