import type { Json } from "../../provider/shared/json";
import { writeToStream } from "../shared/files";
import { logJson, logLine } from "../shared/log";
import { escapeInvisible, unicodeEscape } from "../shared/text";

export interface Output {
  print(text: string): Promise<void>;
  /** Prints a line for people on standard error, because standard output has the results. */
  note(line: string): void;
}

export const standardOutput: Output = {
  print: (text) => writeToStream(process.stdout, text),
  note: (line) => console.error(logLine(line)),
};

/** Joins lines for a terminal or the log of a job. Names and messages in them come from outside. */
export const textOf = (lines: string[]): string =>
  lines.map((line) => `${logLine(line)}\n`).join("");

/**
 * A value as one line of JSON. It escapes what could change a terminal or start a command of a CI runner
 * (`##[`), because texts come from outside.
 */
export function jsonLine(value: Json): string {
  const json = logJson(JSON.stringify(value)).replace(/[\u007f-\uffff]/g, unicodeEscape);
  return `${json}\n`;
}

/** A text from outside on one line of visible characters, cut if it is long. */
export function shortText(text: unknown, maxLength = 100): string {
  const start = String(text ?? "").slice(0, maxLength * 2);
  const characters = [...escapeInvisible(start)];
  if (characters.length <= maxLength) return characters.join("");
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}
