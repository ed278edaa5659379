import type { Json } from "../../provider/shared/json";
import type { Diagnostic } from "../shared/diagnostic";
import { html } from "../shared/html";
import {
  blockLines,
  codeBlock,
  codeLines,
  inlineCode,
  nameCell,
  table,
  tableCell,
  tableHead,
  tableRow,
} from "../shared/markdown";
import type { NextStep } from "../shared/shellCommands";
import {
  countOf,
  displayName,
  formatNumber,
  formatTime,
  jsonLines,
  notSet,
  truncate,
} from "../shared/text";
import {
  type Cell,
  type Entry,
  isValue,
  moreThan,
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
const maxReportLength = 58_000;

/** The most items of each list in a report. */
const mostItems = 4_096;

/** Lines of an output and rows of the overview are short, so each item of a list has several of them. */
const linesPerItem = 8;
const rowsPerItem = 100;

/** Characters for a value, and for a line of an output, so that one doesn't take the room of the others. */
const maxValueLength = 300;
const maxLineLength = 1_000;

/** A report for a comment, an issue, or a job's summary, in the Markdown of GitHub and GitLab. */
export function markdown(view: View, maxLength = maxReportLength): string {
  let max = 0;
  let text = withItems(view, max);
  // Each list gets more items, until the report is too long. Upwards, because a whole report may be huge.
  while (max < mostItems) {
    max = Math.min(mostItems, max + Math.ceil((max + 1) / 3));
    const longer = withItems(view, max);
    if (longer.length > maxLength) break;
    text = longer;
  }
  return text;
}

function withItems(view: View, max: number): string {
  const { status, title, counts = [], report, notes, overview, sections, rest, end } = view;
  const head = tableHead(overview.columns, overview.numbers);
  const maxRows = rowsPerItem * max;
  const rows = overview.rows.slice(0, maxRows).map(overviewRow);
  const isCut = max < mostItems;
  const blocks = [
    `## ${symbols[status]} ${shown(title)}`,
    counts.join(" · "),
    report ? `Checked ${formatTime(report.finishedAt)}, by ${inlineCode(report.generator)}` : "",
    ...notes,
    isCut ? `**Some findings are left out for lack of space.** ${view.complete}` : "",
    rows.length > 0 ? [...head, ...rows].join("\n") : "",
    ...moreThan(maxRows, overview.rows),
    ...sections.flatMap((section) => sectionBlocks(section, max)),
    ...(rest && rest.entries.length > 0
      ? foldedBlocks(rest.title, [rest.why ?? "", ...lineBlocks(rest.entries, max)])
      : []),
    end,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function sectionBlocks({ title, why = "", entries }: Section, max: number): string[] {
  if (entries.length === 0) return [];
  const isOnly = entries.length === 1;
  return [
    `### ${title}`,
    why,
    ...entries.slice(0, max).flatMap((entry) => entryBlocks(entry, title, max, isOnly)),
    ...moreThan(max, entries),
  ];
}

const foldedBlocks = (title: string, blocks: string[], isOpen = false): string[] => [
  `<details${isOpen ? " open" : ""}><summary>${title}</summary>`,
  ...blocks,
  "</details>",
];

function overviewRow({ title, found, cells }: Row): string {
  const findings = found.map(({ status, text }) => `${symbols[status]} ${text}`);
  const others = cells.map((cell) =>
    typeof cell === "number" ? formatNumber(cell) : shownText(cell, nameCell),
  );
  return tableRow([shownText(title, nameCell), findings.join(", "), ...others]);
}

function entryBlocks(entry: Entry, sectionTitle: string, max: number, isOnly: boolean): string[] {
  const { title, found = sectionTitle, facts = [], output, objects = [] } = entry;
  if (output !== undefined) {
    const summary = html`<code>${shownText(title ?? "", displayName)}</code>`.markup;
    return foldedBlocks(summary, [codeBlock(ending(output, linesPerItem * max), "text")], isOnly);
  }
  const all = [...(found === sectionTitle ? [] : [found]), ...facts];
  return [
    title === undefined ? "" : `#### ${shown(title)}`,
    all.map(shown).join(" · "),
    ...details(entry, max),
    ...objects.slice(0, max).flatMap((object) => objectBlocks(object, max)),
    ...moreThan(max, objects),
  ];
}

function objectBlocks(object: Entry, max: number): string[] {
  const { status, title = "", found, facts = [], urn = "" } = object;
  const head = `**${symbols[status]} ${found}** ${shown(title)}`;
  const below = [...facts, text`URN ${urn}`].map(shown).join(" · ");
  return [head, below, ...details(object, max)];
}

function details(entry: Entry, max: number): string[] {
  const { notes = [], messages = [], table, steps = [], lines = [] } = entry;
  return [
    ...notes,
    ...(table ? tableBlocks(table, max) : []),
    ...messages.slice(0, max).map(diagnosticText),
    ...moreThan(max, messages),
    ...steps.map(nextStep),
    ...lineBlocks(lines, max),
  ];
}

const lineBlocks = (entries: Entry[], max: number): string[] => [
  entries.slice(0, max).map(line).join("\n"),
  ...moreThan(max, entries),
];

/** The last lines, because the CLI prints errors, outputs, and counts at the end. */
function ending(output: string, max: number): string {
  const lines = blockLines(output.trim()).map((line) => truncate(line, maxLineLength));
  const more = Math.max(0, lines.length - max);
  const omission = more > 0 ? [`[${countOf(more, "line")} left out: see the log]`] : [];
  return [...omission, ...lines.slice(more)].join("\n");
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

const tableBlocks = ({ columns, rows }: Table, max: number): string[] => [
  table(
    columns,
    rows.slice(0, max).map((cells) => tableRow(cells.map(cellText))),
  ),
  ...moreThan(max, rows),
];

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
