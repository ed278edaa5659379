import {
  codeLines,
  folded,
  inlineCode,
  nameCell,
  nextStep,
  table,
  tableRow,
  titled,
} from "../../../shared/markdown";
import { fitBlocks, maxReportLength, takeWhileFits } from "../../../shared/markdownRoom";
import { countOf, formatNumber } from "../../../shared/text";
import { checkTime } from "../../../shared/time";
import type { DeliveryReport, GroupReport, StreamReport } from "../report";
import { errorsOf, someOf } from "./errors";
import { enableSteps, nextSteps } from "./nextSteps";
import {
  countFailed,
  findingText,
  groupStreams,
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
import { symbols, texts } from "./texts";

/** Characters for parts of the report. */
const maxLengths = { table: 10_000, unchecked: 14_000, clean: 4_000, errors: 5_000 };

/** The report for a job's summary or an issue, in the Markdown of GitHub and GitLab. */
export function markdown(report: DeliveryReport): string {
  const { needAction, failing, unchecked, clean } = groupStreams(report);
  const rows = fitBlocks(needAction, maxLengths.table, "table row", (stream) =>
    tableRow(cellsOf(stream, report)),
  );
  const failures = fitBlocks(unchecked, maxLengths.unchecked, "failed check", uncheckedStream);
  const cleanStreams = fitBlocks(clean, maxLengths.clean, "clean stream", cleanStream);
  const taken = [rows, failures, cleanStreams].flatMap(({ blocks }) => blocks).join("\n\n").length;
  const details = fitBlocks(failing, maxReportLength - taken, "failing stream", (stream) =>
    failingStream(stream, report),
  );

  const omitted = [rows, details, failures, cleanStreams].flatMap((part) => part.leftOut);
  const blocks = [
    `## ${symbols[overallStatus(report)]} ${verdict(report)}`,
    totalCounts(report).join(" · "),
    `${checkTime(report)}, by ${inlineCode(report.generator)}`,
    ...(report.streams.length === 0 ? [texts.noStream] : []),
    ...(omitted.length > 0
      ? [`**Left out for lack of space: ${omitted.join(", ")}.** ${texts.completeReport}`]
      : []),
    ...(rows.blocks.length > 0 ? [table(columns, rows.blocks)] : []),
    ...titled(texts.failing, [], details.blocks),
    ...titled(texts.unchecked, [texts.uncheckedWhy], failures.blocks),
    ...folded(
      `${countOf(clean.length, "stream")} not failing`,
      texts.cleanWhy,
      cleanStreams.blocks,
    ),
    texts.content,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const columns = ["Stream", "Found", "Since", "Error"];

function cellsOf(stream: StreamReport, report: DeliveryReport): string[] {
  return [
    nameCell(streamLabel(stream)),
    `${symbols[statusOf(stream)]} ${findingText(stream)}`,
    sinceCell(stream, report),
    nameCell(mainError(stream)),
  ];
}

function sinceCell(stream: StreamReport, report: DeliveryReport): string {
  const since = sinceText(stream, report);
  return since === undefined ? "" : `${since.time}, ${since.age}`;
}

/** A failing stream: its failures by error, and what to do. */
function failingStream(stream: StreamReport, report: DeliveryReport): string {
  const { id = "", tenant = "", groups, last, failedOutsideCriteria, status } = stream;
  const facts = [
    `ID ${inlineCode(id)}`,
    `tenant ${inlineCode(tenant)}`,
    findingText(stream),
    `since ${sinceCell(stream, report) || "unknown"}`,
    `last attempt ${timeText(last)}`,
  ];
  return [
    `#### ${inlineCode(streamLabel(stream))}`,
    facts.join(" · "),
    ...(isPartial(stream) ? [texts.partialWhy] : []),
    ...(failedOutsideCriteria === undefined ? [] : [texts.outside]),
    ...(status === "unknown" ? [texts.unknownStatus] : []),
    ...errorsTable(groups),
    ...nextSteps(stream, report.criteria).map(nextStep),
  ].join("\n\n");
}

function errorsTable(groups: GroupReport[]): string[] {
  if (groups.length === 0) return [];
  const errors = errorsOf(groups);
  const rows = takeWhileFits(errors, maxLengths.errors, (error) =>
    tableRow([
      formatNumber(error.count),
      nameCell(error.message),
      eventTypesCell(error.eventTypes),
      timeText(error.first),
      timeText(error.last),
    ]),
  );
  const left = errors.slice(rows.length);
  const deliveries = left.reduce((sum, { count }) => sum + count, 0);
  return [
    table(["Failed", "Error", "Event types", "First", "Last"], rows),
    ...(left.length > 0
      ? [`And ${countFailed(deliveries)} with other errors. ${texts.completeReport}`]
      : []),
  ];
}

function eventTypesCell(eventTypes: string[]): string {
  const { shown, more } = someOf(eventTypes);
  return shown.map(nameCell).join(", ") + more;
}

const uncheckedStream = (stream: StreamReport): string =>
  [`#### ${inlineCode(streamLabel(stream))}`, `> ${codeLines(stream.error ?? "")}`].join("\n\n");

function cleanStream(stream: StreamReport): string {
  const steps = enableSteps(stream).map(
    ({ title, command }) => `. ${title}: ${inlineCode(command)}`,
  );
  return `- ${inlineCode(streamLabel(stream))}: ${findingText(stream)}${steps.join("")}`;
}
