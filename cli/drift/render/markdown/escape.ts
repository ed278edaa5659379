import { displayName, escapedLines, truncate } from "../../../shared/text";

const longestRun = (text: string) =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** What came from outside stands in code: there nothing is a link, a mention, markup or HTML. */
function span(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

export const inlineCode = (name: string): string => span(truncate(displayName(name), 200));

/** The same in a table, where a pipe ends the cell even in code. */
export const tableCell = (text: string): string =>
  text
    .split("|")
    .map((part) => (part === "" ? "" : span(part)))
    .join("&#124;");

export const nameCell = (name: string): string => tableCell(truncate(displayName(name), 200));

/** A message: its lines below each other in one paragraph. */
export function codeLines(text: string): string {
  const told = escapedLines(truncate(text, 2000)).filter((line) => line.trim() !== "");
  return told.length === 0
    ? inlineCode(text)
    : told.map((line) => span(truncate(line, 1000))).join("<br>");
}

/** One line cannot end the block: that takes a line of backticks alone. */
export const commandBlock = (line: string): string => `\`\`\`sh\n${line}\n\`\`\``;

/** The first of them, told, as many as fit into so many characters together. */
export function takeWhileFits<T>(all: T[], characters: number, tell: (one: T) => string): string[] {
  const kept: string[] = [];
  let left = characters;
  for (const one of all) {
    const text = tell(one);
    left -= text.length + 2;
    if (left < 0) break;
    kept.push(text);
  }
  return kept;
}
