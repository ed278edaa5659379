import type { Json } from "../../provider/shared/json";

/**
 * What nobody sees, and what turns the writing direction of all that follows; not what joins
 * letters, or makes an emoji of a sign.
 */
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text on one line, with each sign that cannot be seen spelt out. */
export const escapeInvisible = (text: string): string =>
  text.replace(invisible, (sign) => {
    const hex = (sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
    return short[sign] ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`);
  });

/** A name, of which something is to be seen even where it is blank. */
export const displayName = (name: string): string =>
  escapeInvisible(name.trim() === "" ? JSON.stringify(name) : name);

/** The lines of a text that came as such: a message, a note. */
export const escapedLines = (text: string): string[] =>
  text.trim().split(/\r?\n/).map(escapeInvisible);

/** What the caller puts in a secret's place. */
const secret = "[secret]";

/** A value as JSON, on one line where that is short. */
export function jsonLines(value: Json): string[] {
  if (value === secret) return [secret];
  const text = JSON.stringify(value, null, 2);
  // A text has no line break within: JSON spells it.
  const line = text.replace(/\n */g, " ");
  return (line.length > 60 ? text : line).split("\n").map(escapeInvisible);
}

/** The first of a text, with the number of characters that it has, where it is longer. */
export const truncate = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${formatNumber(text.length)} characters)` : text;

export const formatNumber = (value: number): string => value.toLocaleString("en-US");

/** `1 stack`, `2 stacks`. */
export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

/** A time in full, or what came instead of one. */
export function formatTime(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return escapeInvisible(text);
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** How long it took: `0.4 s`, `14 s`, `3 min 20 s`. */
export function formatDuration(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
