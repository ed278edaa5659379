import { countOf, displayName, escapedLines, escapeInvisible, truncate } from "./text";

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

/** A message as code: a paragraph with a line break after each of its lines. */
export function codeLines(message: string): string {
  const lines = escapedLines(truncate(message, maxMessageLength)).filter(
    (line) => line.trim() !== "",
  );
  if (lines.length === 0) return inlineCode(message);
  return lines.map((line) => codeSpan(truncate(line, maxMessageLineLength))).join("<br>");
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

/** The first columns are names, and those after them numbers. */
export const tableHead = (names: readonly string[], numbers: readonly string[] = []): string[] => [
  tableRow([...names, ...numbers]),
  `|${names.map(() => "---|").join("")}${numbers.map(() => "--:|").join("")}`,
];

export const table = (columns: string[], rows: string[]): string =>
  [...tableHead(columns), ...rows].join("\n");

/** Blocks that fit into a number of characters, and the count of those that do not. */
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

/** What does not fit; `complete` is a sentence that says where all is. */
export function omission(parts: Pick<Fitted, "leftOut">[], complete: string): string[] {
  const omitted = parts.flatMap((part) => part.leftOut);
  if (omitted.length === 0) return [];
  return [`**Left out for lack of space: ${omitted.join(", ")}.** ${complete}`];
}

/** An empty line separates two blocks. */
const separatorLength = 2;

/** The first items, rendered, that fit into so many characters together. */
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
