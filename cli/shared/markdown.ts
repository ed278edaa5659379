import { countOf, displayName, escapedLines, escapeInvisible, truncate } from "./text";

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

/** Blocks that fit into a number of characters, and the count of those that don't. */
export interface Fitted {
  blocks: string[];
  /** Such as `3 drifted objects`; empty if all fit. */
  leftOut: string[];
}

export function fitBlocks<T>(
  items: T[],
  characters: number,
  what: string,
  render: (item: T) => string,
): Fitted {
  const blocks = takeWhileFits(items, characters, render);
  return { blocks, leftOut: leftOut(items.length - blocks.length, what) };
}

export const leftOut = (count: number, what: string): string[] =>
  count > 0 ? [countOf(count, what)] : [];

/** The length of parts of a report, with an empty line between their blocks. */
export const lengthOfParts = (parts: Fitted[]): number =>
  parts.flatMap(({ blocks }) => blocks).join("\n\n").length;

/** Lists what doesn't fit. `complete` is a sentence that says where the complete report is. */
export function omission(parts: Pick<Fitted, "leftOut">[], complete: string): string[] {
  const omitted = parts.flatMap((part) => part.leftOut);
  if (omitted.length === 0) return [];
  return [`**Left out for lack of space: ${omitted.join(", ")}.** ${complete}`];
}

/** An empty line separates two blocks. */
const separatorLength = 2;

/** Renders the first items that together fit into a number of characters. */
export function takeWhileFits<T>(
  items: T[],
  characters: number,
  render: (item: T) => string,
): string[] {
  const blocks: string[] = [];
  let left = characters;
  for (const item of items) {
    const block = render(item);
    left -= block.length + separatorLength;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}
