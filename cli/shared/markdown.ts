import type { Diagnostic } from "./diagnostic";
import type { NextStep } from "./shellCommands";
import { displayName, escapedLines, escapeInvisible, truncate } from "./text";

/** Names beyond this are cut; a name has no use for more. */
const maxNameLength = 200;

/** A message can have several lines; beyond these lengths it is cut. */
const maxMessageLength = 2000;
const maxMessageLineLength = 1000;

/**
 * A name as code. In code, nothing is a link, a mention, markup or HTML, so every text from outside
 * is written as code.
 */
export const inlineCode = (name: string): string =>
  codeSpan(truncate(displayName(name), maxNameLength));

/** The fence is longer than any run of backticks in the text (CommonMark, section "Code spans"). */
function codeSpan(text: string): string {
  const fence = "`".repeat(longestBacktickRun(text) + 1);
  // A reader of Markdown removes one space at both ends.
  const padding = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + padding + text + padding + fence;
}

const longestBacktickRun = (text: string) =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A text as code in a table, where a pipe ends the cell even within code. */
export const tableCell = (text: string): string =>
  text
    .split("|")
    .map((part) => (part === "" ? "" : codeSpan(part)))
    .join("&#124;");

export const nameCell = (name: string): string =>
  tableCell(truncate(displayName(name), maxNameLength));

/** A message as code: a paragraph with a line break after each of its lines. */
export function codeLines(message: string): string {
  const lines = escapedLines(truncate(message, maxMessageLength)).filter(
    (line) => line.trim() !== "",
  );
  if (lines.length === 0) return inlineCode(message);
  return lines.map((line) => codeSpan(truncate(line, maxMessageLineLength))).join("<br>");
}

export function diagnosticText({ message, urn }: Diagnostic): string {
  const object = urn === undefined ? [] : [inlineCode(urn)];
  return `> ${[codeLines(message), ...object].join("<br>")}`;
}

/** Code to copy. One line of it cannot end the block: that takes a line of backticks alone. */
export const codeBlock = (code: string, language = ""): string =>
  `\`\`\`${language}\n${code}\n\`\`\``;

/** A carriage return alone ends a line as well (CommonMark, section "Characters and lines"). */
const lineEnd = /\r\n?|\n/;

/**
 * The lines of a text from outside, as they can stand in `codeBlock`. An indented fence cannot close
 * the block. Older versions of GitLab run quick actions such as `/close` within blocks as well.
 */
export const blockLines = (text: string): string[] =>
  text.split(lineEnd).map((line) => escapeInvisible(line).replace(/^(?= {0,3}(```|\/))/, "    "));

export const tableRow = (cells: string[]): string => `| ${cells.join(" | ")} |`;

export const table = (columns: string[], rows: string[]): string =>
  [tableRow(columns), `|${columns.map(() => "---|").join("")}`, ...rows].join("\n");

/** A part of a report, if it has blocks. */
export const titled = (title: string, explanation: string[], blocks: string[]): string[] =>
  blocks.length > 0 ? [`### ${title}`, ...explanation, ...blocks] : [];

/** Lines of less interest, behind one. */
export const folded = (title: string, explanation: string, lines: string[]): string[] =>
  lines.length > 0
    ? [`<details><summary>${title}</summary>`, explanation, lines.join("\n"), "</details>"]
    : [];

export const nextStep = ({ title, effect, command }: NextStep): string =>
  `**${title}.** ${effect}\n\n${codeBlock(command, "sh")}`;
