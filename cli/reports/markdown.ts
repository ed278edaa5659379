import type { Json } from "../../provider/shared/json";
import type { Diagnostic } from "../shared/diagnostic";
import {
  codeBlock,
  codeLines,
  type Fitted,
  fitBlocks,
  inlineCode,
  leftOut,
  lengthOfParts,
  nameCell,
  omission,
  table,
  tableCell,
  tableHead,
  tableRow,
  takeWhileFits,
} from "../shared/markdown";
import type { NextStep } from "../shared/shellCommands";
import { countOf, formatNumber, jsonLines, notSet, truncate } from "../shared/text";
import { checkTime } from "../shared/time";
import {
  type Cell,
  type Entry,
  isValue,
  type Row,
  type Section,
  shownText,
  symbols,
  type Table,
  type Text,
  text,
  type View,
} from "./view";

/**
 * Characters for a report. GitHub's limit for the body of an issue is 65,536. The job that creates the issue
 * adds the rest.
 */
const maxReportLength = 53_000;

/** Characters for the parts of a report. The main section gets what they leave. */
const room = { overview: 10_000, section: 8_000, rest: 4_000 };

/** Characters for a list, a table, and a value, so that none of them takes the room of the others. */
const maxListLength = 3_000;
const maxTableLength = 6_000;
const maxValueLength = 300;

/** A report for a job's summary or an issue, in the Markdown of GitHub and GitLab. */
export function markdown(view: View): string {
  const { status, title, counts, report, notes, overview, sections, rest, complete, end } = view;
  const rows = fitBlocks(overview.rows, room.overview, "table row", overviewRow);
  const folded = fitBlocks(rest.entries, room.rest, rest.what, line);
  const small = new Map(
    sections.filter(({ isMain }) => !isMain).map((one) => [one, fitSection(one, room.section)]),
  );
  const left = maxReportLength - lengthOfParts([rows, folded, ...small.values()]);
  const fitted = sections.map((one) => ({ ...one, ...(small.get(one) ?? fitSection(one, left)) }));
  const head = tableHead(overview.columns, overview.numbers);
  const blocks = [
    `## ${symbols[status]} ${shown(title)}`,
    counts.join(" · "),
    `${checkTime(report)}, by ${inlineCode(report.generator)}`,
    ...notes,
    ...omission([rows, ...fitted, folded], complete),
    ...(rows.blocks.length > 0 ? [[...head, ...rows.blocks].join("\n")] : []),
    ...fitted.flatMap(titled),
    ...foldedLines({ ...rest, ...folded }),
    end,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Puts its objects after each entry, so that the end is left out if it doesn't fit. */
function fitSection({ title, entries, what }: Section, characters: number): Fitted {
  const items = entries.flatMap((entry) => [
    { isObject: false, text: () => entryBlocks(entry, title) },
    ...(entry.objects ?? []).map((object) => ({
      isObject: true,
      text: () => objectBlocks(object),
    })),
  ]);
  const blocks = takeWhileFits(items, characters, ({ text }) => text().join("\n\n"));
  const hasObjects = items.some(({ isObject }) => isObject);
  const omitted = items.slice(blocks.length).filter(({ isObject }) => isObject === hasObjects);
  return { blocks, leftOut: leftOut(omitted.length, what) };
}

const titled = ({ title, why = "", blocks }: Section & Fitted): string[] =>
  blocks.length > 0 ? [`### ${title}`, ...(why === "" ? [] : [why]), ...blocks] : [];

const foldedLines = ({ title, why = "", blocks }: Section & Fitted): string[] =>
  blocks.length > 0
    ? [`<details><summary>${title}</summary>`, why, blocks.join("\n"), "</details>"]
    : [];

function overviewRow({ title, found, cells }: Row): string {
  const findings = found.map(({ status, text }) => `${symbols[status]} ${text}`);
  const others = cells.map((cell) =>
    typeof cell === "number" ? formatNumber(cell) : shownText(cell, nameCell),
  );
  return tableRow([shownText(title, nameCell), findings.join(", "), ...others]);
}

function entryBlocks(entry: Entry, sectionTitle: string): string[] {
  const { title, found = sectionTitle, facts = [] } = entry;
  const all = [...(found === sectionTitle ? [] : [found]), ...facts];
  return [
    ...(title === undefined ? [] : [`#### ${shown(title)}`]),
    ...(all.length > 0 ? [all.map(shown).join(" · ")] : []),
    ...details(entry),
  ];
}

function objectBlocks(object: Entry): string[] {
  const { status, title = "", found, facts = [], urn = "" } = object;
  const head = `**${symbols[status]} ${found}** ${shown(title)}`;
  return [head, [...facts, text`URN ${urn}`].map(shown).join(" · "), ...details(object)];
}

function details({ notes = [], messages = [], table, steps = [], lines = [] }: Entry): string[] {
  return [
    ...notes,
    ...(table ? tableBlocks(table) : []),
    ...limited(messages, diagnosticText),
    ...steps.map(nextStep),
    ...(lines.length > 0 ? [limited(lines, line).join("\n")] : []),
  ];
}

function limited<T>(items: T[], render: (item: T) => string): string[] {
  const blocks = takeWhileFits(items, maxListLength, render);
  const more = items.length - blocks.length;
  return more > 0 ? [...blocks, `\nAnd ${formatNumber(more)} more.`] : blocks;
}

function diagnosticText({ message, urn }: Diagnostic): string {
  const object = urn === undefined ? [] : [inlineCode(urn)];
  return `> ${[codeLines(message), ...object].join("<br>")}`;
}

const nextStep = ({ title, effect, command }: NextStep): string =>
  `**${title}.** ${effect}\n\n${codeBlock(command, "sh")}`;

function line({ title = "", found, facts = [], messages = [], steps = [] }: Entry): string {
  return [
    `- ${shown(title)}`,
    ...(found === undefined ? [] : [`: ${found}`]),
    ...(facts.length > 0 ? [` (${facts.map(shown).join(", ")})`] : []),
    ...steps.map(({ title, command }) => `. ${title}: ${inlineCode(command)}`),
    ...messages.map(({ message }) => `<br>${codeLines(message)}`),
  ].join("");
}

function tableBlocks({ what, columns, rows }: Table): string[] {
  const shownRows = takeWhileFits(rows, maxTableLength, (cells) => tableRow(cells.map(cellText)));
  const more = rows.length - shownRows.length;
  return [table(columns, shownRows), ...(more > 0 ? [`And ${countOf(more, ...what)}.`] : [])];
}

const cellText = (cell: Cell): string =>
  isValue(cell) ? valueCell(cell.value) : shownText(cell, nameCell);

function valueCell(value: Json | undefined): string {
  if (value === undefined) return `_${notSet}_`;
  const lines = jsonLines(value);
  const text = lines.join("\n");
  if (text.length <= maxValueLength) return lines.map(tableCell).join("<br>");
  return tableCell(truncate(text.replace(/\s+/g, " "), maxValueLength));
}

const shown = (text: Text): string => shownText(text, inlineCode);
