import { displayName, escapedLines, escapeInvisible, truncate } from "./text";

/** Longer names are cut. */
const maxNameLength = 200;

/** Longer messages, and longer lines in them, are cut. */
const maxMessageLength = 2000;
const maxMessageLineLength = 1000;

/**
 * A name as code. Code contains no links, mentions, markup, or HTML, so every text from outside is written as
 * code.
 */
export const inlineCode = (name: string): string =>
  codeSpan(truncate(displayName(name), maxNameLength));

/** The fence is longer than any run of backticks in the text (CommonMark, section "Code spans"). */
function codeSpan(text: string): string {
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longestRun + 1);
  // A reader of Markdown removes one space at both ends.
  const padding = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + padding + text + padding + fence;
}

/** A text as code in a table, where a pipe ends the cell even within code. */
export const tableCell = (text: string): string =>
  text
    .split("|")
    .map((part) => (part === "" ? "" : codeSpan(part)))
    .join("&#124;");

export const nameCell = (name: string): string =>
  tableCell(truncate(displayName(name), maxNameLength));

/** A message as code, with a line break after each line. */
export function codeLines(message: string): string {
  const lines = escapedLines(truncate(message, maxMessageLength)).filter(
    (line) => line.trim() !== "",
  );
  if (lines.length === 0) return inlineCode(message);
  return lines.map((line) => codeSpan(truncate(line, maxMessageLineLength))).join("<br>");
}

/** Code to copy. The code must have no line of only backticks, which would end the block. */
export const codeBlock = (code: string, language = ""): string =>
  `\`\`\`${language}\n${code}\n\`\`\``;

/** A carriage return alone also ends a line (CommonMark, section "Characters and lines"). */
const lineEnd = /\r\n?|\n/;

/**
 * Makes the lines of a text from outside safe for `codeBlock`. An indented fence can't close the block. Older
 * versions of GitLab run quick actions such as `/close` even within blocks.
 */
export const blockLines = (text: string): string[] =>
  text.split(lineEnd).map((line) => escapeInvisible(line).replace(/^(?= {0,3}(```|\/))/, "    "));

export const tableRow = (cells: string[]): string => `| ${cells.join(" | ")} |`;

/** The first columns are names, and the others are numbers. */
export const tableHead = (names: readonly string[], numbers: readonly string[] = []): string[] => [
  tableRow([...names, ...numbers]),
  `|${names.map(() => "---|").join("")}${numbers.map(() => "--:|").join("")}`,
];

export const table = (columns: string[], rows: string[]): string =>
  [...tableHead(columns), ...rows].join("\n");
