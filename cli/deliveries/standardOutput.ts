import type { Json } from "../../provider/shared/json";
import { logLine } from "../shared/log";
import { escapeInvisible, unicodeEscape } from "../shared/text";

export interface Output {
  print(text: string): Promise<void>;
  /** Whether the reader of the results has closed the pipe, as `| head` does. */
  isClosed(): boolean;
  /** Prints lines for people beside the results: to standard error. */
  note(line: string): void;
}

export function standardOutput(): Output {
  let closed = false;
  return {
    print: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => {
          closed ||= Boolean(error);
          resolve();
        });
      }),
    isClosed: () => closed,
    note: (line) => console.error(logLine(line)),
  };
}

/** Lines as a text for a terminal or the log of a job. Names and messages in them come from outside. */
export const textOf = (lines: string[]): string =>
  lines.map((line) => `${logLine(line)}\n`).join("");

/**
 * A value as one line of JSON. Texts from outside must not change a terminal, nor be a command of a CI
 * runner, which `##[` begins: such characters are escapes of JSON.
 */
export function jsonLine(value: Json): string {
  const json = JSON.stringify(value).replace(/[\u007f-\uffff]/g, unicodeEscape);
  return `${json.replaceAll("##[", "#\\u0023[")}\n`;
}

/** A text from outside on one line of visible characters: the start of a long one. */
export function shortText(text: unknown, maxLength = 100): string {
  const start = String(text ?? "").slice(0, maxLength * 2);
  const characters = [...escapeInvisible(start)];
  if (characters.length <= maxLength) return characters.join("");
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}
