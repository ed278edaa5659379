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
import { Room, takeWhileFits } from "./room";
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
const maxReportLength = 58_000;

/** Characters for titles, and for the sentence about what is left out. */
const frameLength = 2_000;

/** Characters for an entry's title and its facts. */
const titlesLength = 1_000;

/** The share of what is left for the table, a section, and the end. The main section gets the rest. */
const shares = { overview: 1 / 2, section: 1 / 4, rest: 1 / 4 };

/** Characters for a value, and for a line of an output, so that one doesn't take the room of the others. */
const maxValueLength = 300;
const maxLineLength = 1_000;

/** A report for a comment, an issue, or a job's summary, in the Markdown of GitHub and GitLab. */
export function markdown(view: View, maxLength = maxReportLength): string {
  const { status, title, counts = [], report, notes, overview, sections, rest, end } = view;
  const room = new Room(maxLength - frameLength);
  const rows = room.take(overview.rows, shares.overview, "table row", overviewRow);
  const folded = rest ? room.take(rest.entries, shares.rest, rest.what, line) : [];
  const small = sections.map((one) => (one.isMain ? [] : sectionBlocks(one, room)));
  const all = sections.map((one, index) =>
    one.isMain ? sectionBlocks(one, room) : (small[index] ?? []),
  );
  const head = tableHead(overview.columns, overview.numbers);
  const blocks = [
    `## ${symbols[status]} ${shown(title)}`,
    counts.join(" · "),
    report ? `Checked ${formatTime(report.finishedAt)}, by ${inlineCode(report.generator)}` : "",
    ...notes,
    ...room.omission(view.complete),
    rows.length > 0 ? [...head, ...rows].join("\n") : "",
    ...sections.flatMap(({ title, why }, index) => titled(`### ${title}`, why, all[index])),
    ...(rest && folded.length > 0
      ? foldedBlocks(rest.title, [rest.why ?? "", folded.join("\n")])
      : []),
    end,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** Puts its objects after each entry, so that the end is left out if it doesn't fit. */
function sectionBlocks({ title, entries, what, isMain }: Section, room: Room): string[] {
  const items = entries.flatMap((entry) => [
    {
      isObject: false,
      blocks: (characters: number) => entryBlocks(entry, title, characters, entries.length === 1),
    },
    ...(entry.objects ?? []).map((object) => ({
      isObject: true,
      blocks: (characters: number) => objectBlocks(object, characters),
    })),
  ]);
  const hasObjects = items.some(({ isObject }) => isObject);
  return room.take(
    items,
    isMain ? 1 : shares.section,
    what,
    ({ blocks }, characters) => blocks(characters - titlesLength).join("\n\n"),
    ({ isObject }) => isObject === hasObjects,
  );
}

const titled = (title: string, why = "", blocks: string[] = []): string[] =>
  blocks.length > 0 ? [title, why, ...blocks] : [];

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

function entryBlocks(
  entry: Entry,
  sectionTitle: string,
  characters: number,
  isOnly: boolean,
): string[] {
  const { title, found = sectionTitle, facts = [], output } = entry;
  if (output !== undefined) {
    const summary = html`<code>${shownText(title ?? "", displayName)}</code>`.markup;
    return foldedBlocks(summary, [codeBlock(ending(output, characters), "text")], isOnly);
  }
  const all = [...(found === sectionTitle ? [] : [found]), ...facts];
  return [
    ...(title === undefined ? [] : [`#### ${shown(title)}`]),
    ...(all.length > 0 ? [all.map(shown).join(" · ")] : []),
    ...details(entry, characters),
  ];
}

function objectBlocks(object: Entry, characters: number): string[] {
  const { status, title = "", found, facts = [], urn = "" } = object;
  const head = `**${symbols[status]} ${found}** ${shown(title)}`;
  const below = [...facts, text`URN ${urn}`].map(shown).join(" · ");
  return [head, below, ...details(object, characters)];
}

/** An entry has at most two lists, such as a table and messages. */
function details(entry: Entry, room: number): string[] {
  const { notes = [], messages = [], table, steps = [], lines = [] } = entry;
  const characters = room / 2;
  return [
    ...notes,
    ...(table ? tableBlocks(table, characters) : []),
    ...limited(messages, characters, diagnosticText),
    ...steps.map(nextStep),
    ...(lines.length > 0 ? [limited(lines, characters, line).join("\n")] : []),
  ];
}

function limited<T>(items: T[], characters: number, render: (item: T) => string): string[] {
  const blocks = takeWhileFits(items, characters, render);
  const more = items.length - blocks.length;
  return more > 0 ? [...blocks, `\nAnd ${formatNumber(more)} more.`] : blocks;
}

/** As many of the last lines as fit, because the CLI prints errors, outputs, and counts at the end. */
function ending(output: string, characters: number): string {
  const lines = blockLines(output.trim()).map((line) => truncate(line, maxLineLength));
  const shown = takeWhileFits(lines.reverse(), characters, (line) => line).reverse();
  const more = lines.length - shown.length;
  return [...(more > 0 ? [`[${countOf(more, "line")} left out: see the log]`] : []), ...shown].join(
    "\n",
  );
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

function tableBlocks({ what, columns, rows }: Table, characters: number): string[] {
  const shownRows = takeWhileFits(rows, characters, (cells) => tableRow(cells.map(cellText)));
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
