import {
  codeLines,
  fitBlocks,
  inlineCode,
  lengthOfParts,
  maxReportLength,
  nameCell,
  nextStep,
  reportMarkdown,
  table,
  tableHead,
  tableRow,
  takeWhileFits,
} from "../../../shared/markdown";
import { countOf, formatNumber, someNames } from "../../../shared/text";
import type { FailureGroup } from "../../failureGroups";
import type { DeliveryReport, StreamReport } from "../report";
import { enableSteps, nextSteps } from "./nextSteps";
import {
  countFailed,
  errorsOf,
  findingText,
  groupStreams,
  isPartial,
  mainError,
  maxEventTypes,
  overallStatus,
  sinceText,
  statusOf,
  streamLabel,
  symbols,
  texts,
  timeText,
  totalCounts,
  verdict,
} from "./summary";

export function markdown(report: DeliveryReport): string {
  const groups = groupStreams(report);
  // Each part has room for so many characters, and the last one gets the rest.
  const rows = fitBlocks(groups.needAction, 10_000, "table row", (stream) =>
    tableRow(cellsOf(stream, report)),
  );
  const unchecked = fitBlocks(groups.unchecked, 14_000, "failed check", uncheckedStream);
  const clean = fitBlocks(groups.clean, 4_000, "clean stream", cleanStream);
  const left = maxReportLength - lengthOfParts([rows, unchecked, clean]);
  const failing = fitBlocks(groups.failing, left, "failing stream", (stream) =>
    failingStream(stream, report),
  );

  return reportMarkdown({
    title: `${symbols[overallStatus(report)]} ${verdict(report)}`,
    counts: totalCounts(report),
    report,
    notes: report.streams.length === 0 ? [texts.noStream] : [],
    complete: texts.completeReport,
    rows,
    head: tableHead(["Stream", "Found", "Since", "Error"]),
    sections: [
      { title: texts.failing, ...failing },
      { title: texts.unchecked, why: texts.uncheckedWhy, ...unchecked },
    ],
    folded: {
      title: `${countOf(groups.clean.length, "stream")} not failing`,
      why: texts.cleanWhy,
      ...clean,
    },
    end: texts.content,
  });
}

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

function failingStream(stream: StreamReport, report: DeliveryReport): string {
  const { id = "", tenant = "", groups, last, status } = stream;
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
    ...(status === "unknown" ? [texts.unknownStatus] : []),
    ...errorsTable(groups),
    ...nextSteps(stream, report.criteria).map(nextStep),
  ].join("\n\n");
}

/** Characters for the errors of one stream. */
const maxErrorsLength = 5_000;

function errorsTable(groups: FailureGroup[]): string[] {
  if (groups.length === 0) return [];
  const errors = errorsOf(groups);
  const rows = takeWhileFits(errors, maxErrorsLength, (error) =>
    tableRow([
      formatNumber(error.count),
      nameCell(error.message),
      someNames(error.eventTypes.map(nameCell), maxEventTypes),
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

const uncheckedStream = (stream: StreamReport): string =>
  [`#### ${inlineCode(streamLabel(stream))}`, `> ${codeLines(stream.error ?? "")}`].join("\n\n");

function cleanStream(stream: StreamReport): string {
  const steps = enableSteps(stream).map(
    ({ title, command }) => `. ${title}: ${inlineCode(command)}`,
  );
  return `- ${inlineCode(streamLabel(stream))}: ${findingText(stream)}${steps.join("")}`;
}
