import { createHash } from "node:crypto";
import type { Json } from "../../provider/shared/json";
import { secretReplacement } from "../../provider/shared/redact";

/**
 * Invisible characters, and those that change the direction of the text after them. Characters that join
 * letters or choose the style of an emoji stay, because texts would look different without them.
 */
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

const shortEscapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text on one line, in which each invisible character is an escape such as `\u202e`. */
export const escapeInvisible = (text: string): string => text.replace(invisible, escapeCharacter);

/** The escape of a character in a string literal of JavaScript. */
function escapeCharacter(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  const codePointEscape = hex.length > 4 ? `\\u{${hex}}` : unicodeEscape(character);
  return shortEscapes[character] ?? codePointEscape;
}

/** The escape of a UTF-16 code unit in JSON. */
export const unicodeEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Compares by code units. Unlike the order of a language, this is the same on every machine. */
export const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** A name on one line. A blank name gets quotes. */
export const displayName = (name: string): string =>
  escapeInvisible(name.trim() === "" ? JSON.stringify(name) : name);

/** The lines of a message or a note, each with visible characters only. */
export const escapedLines = (text: string): string[] =>
  text.trim().split(/\r?\n/).map(escapeInvisible);

/** Stands for the value of a property that has none. */
export const notSet = "not set";

const maxLineLength = 60;

/** A value as lines of JSON, or as one line if it's short. A secret has no quotes. */
export function jsonLines(value: Json): string[] {
  if (value === secretReplacement) return [secretReplacement];
  const indented = JSON.stringify(value, null, 2);
  // JSON escapes line breaks within texts, so all of these belong to the indentation.
  const oneLine = indented.replace(/\n */g, " ");
  const json = oneLine.length > maxLineLength ? indented : oneLine;
  return json.split("\n").map(escapeInvisible);
}

/** The length of a text in code points, so that a limit never cuts a character. */
export const lengthOf = (text: string): number => [...text].length;

/** The start of a text that is too long, with the length of the whole. */
export function truncate(text: string, maxLength: number): string {
  const length = lengthOf(text);
  if (length <= maxLength) return text;
  return `${[...text].slice(0, maxLength).join("")}… (${formatNumber(length)} characters)`;
}

export const formatNumber = (value: number): string => value.toLocaleString("en-US");

/** `1 stack`, `2 stacks`. */
export const countOf = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(value)} ${value === 1 ? singular : plural}`;

/** `2 of 5 stacks drifted, 1 couldn't be checked`. Empty if no count is above 0. */
export function countsOf(total: string, counts: { count: number; what: string }[]): string {
  const [first, ...others] = counts
    .filter(({ count }) => count > 0)
    .map(({ count, what }) => ({ count: formatNumber(count), what }));
  if (first === undefined) return "";
  const rest = others.map(({ count, what }) => `, ${count} ${what}`);
  return `${first.count} of ${total} ${first.what}${rest.join("")}`;
}

/** `a, b and 3 more`. */
export function someNames(names: string[], max = 20): string {
  const more = names.length > max ? ` and ${formatNumber(names.length - max)} more` : "";
  return names.slice(0, max).join(", ") + more;
}

/** Aligns the cells of rows. The last cell of a row isn't padded. */
export function alignColumns(rows: string[][], rightAligned: number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padding = " ".repeat((widths[column] ?? 0) - lengthOf(cell));
        return rightAligned.includes(column) ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** `2026-03-04 06:58:12 UTC`. Returns a text that isn't a time unchanged. */
export const formatTime = (text: string): string =>
  formatUtc(text) + (Number.isNaN(Date.parse(text)) ? "" : " UTC");

/** The same without the zone, for a column that has the zone in its heading. */
export function formatUtc(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return escapeInvisible(text);
  return date.toISOString().slice(0, 19).replace("T", " ");
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
