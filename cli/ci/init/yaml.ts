import { escapeInvisible } from "../../shared/text";

/** A text that YAML reads as this text, whatever it looks like: `null`, `1e3` and `true` too. */
export const quote = (text: string): string =>
  `"${text.replace(/["\\]/g, "\\$&").replace(/./gsu, escapeForYaml)}"`;

/** YAML's escapes of characters beyond four digits differ from those of JavaScript. */
const escapeForYaml = (character: string) =>
  escapeInvisible(character).replace(
    /^\\u\{(.*)\}$/,
    (_, hex: string) => `\\U${hex.padStart(8, "0")}`,
  );

/** A list with one item a line, so that another item is one more line in a difference. */
export const quotedList = (items: string[], indent: number): string =>
  lines(
    items.map((item) => `- ${quote(item)}`),
    indent,
  );

/** A command; YAML folds the lines of a long one into one. */
export const command = (parts: string[], indent: number): string =>
  parts.length === 1 ? parts.join() : lines([">-", ...parts], indent);

/** Only for words without characters that a shell expands within quotes. */
export const shellWord = (word: string): string => `"${word}"`;

const lines = (texts: string[], indent: number) => texts.join(`\n${" ".repeat(indent)}`);

/** A paragraph as a comment. */
export function comment(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1] ?? "";
    if (last.length + word.length < 98) lines[lines.length - 1] = last ? `${last} ${word}` : word;
    else lines.push(word);
  }
  return lines.map((line) => `# ${line}`).join("\n");
}
