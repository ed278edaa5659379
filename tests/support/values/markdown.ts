import { expect } from "@jest/globals";

/** The text that a reader of Markdown interprets: without blocks of code and code spans. */
export const outsideCode = (text: string): string =>
  withoutBlocks(text)
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, "(code)")
    .replace(/<code>[^<>\n]*<\/code>/g, "(code)")
    .replace(/\(code\)((<br>|&#124;)+(\(code\))?)*/g, "(code)")
    // A cell can start with pipes, or have nothing else.
    .replace(/(&#124;)+(\(code\))?/g, "(code)");

/** CommonMark's "Fenced code blocks", for blocks that start with three backticks. */
function withoutBlocks(text: string): string {
  let inBlock = false;
  const lines = text.split(/\r\n?|\n/).flatMap((line) => {
    if (inBlock) {
      inBlock = !/^ {0,3}`{3,}[ \t]*$/.test(line);
      return [];
    }
    inBlock = /^```\w+$/.test(line);
    return [inBlock ? "(block)" : line];
  });
  return lines.join("\n");
}

const pipes = (line: string) => line.split("|").length;

/** Expects as many cells in each row as in its head. A reader splits cells before it reads code. */
export function expectWholeTables(text: string): void {
  let head = "";
  for (const line of text.split("\n")) {
    if (!line.startsWith("| ")) head = line.startsWith("|--") ? head : "";
    else if (head === "") head = line;
    else expect(`${pipes(line)} in ${line}`).toBe(`${pipes(head)} in ${line}`);
  }
}
