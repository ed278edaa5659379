import type { Logger } from "../../provider/shared/logger";
import { secretRemover } from "./secretRemover";
import { countOf, escapeInvisible } from "./text";

// GitHub's runner (src/Runner.Common/ActionCommand.cs) runs a command where a line begins with `::`
// after white space, or contains `##[` anywhere. It compares by .NET's rules, which skip joiners.
const joiners = "\u200c\u200d\ufe0e\ufe0f";
const command = new RegExp(`^[\\s${joiners}]*:(?=[${joiners}]*:)`, "u");
const olderCommand = new RegExp(`#(?=[${joiners}]*#[${joiners}]*\\[)`, "gu");

/** Makes a line from outside safe for the log of a job: only visible characters, and no workflow command. */
export const logLine = (line: string): string =>
  escapeInvisible(line.replace(/\r$/, "").replaceAll("\t", "    "))
    .replace(command, "$& ")
    .replace(olderCommand, "$& ");

/** Makes each line of a text safe for the log of a job. */
export const logBlock = (text: string): string => text.split("\n").map(logLine).join("\n");

export const logText = (paragraphs: string[]): string => logBlock(`\n${paragraphs.join("\n\n")}\n`);

/** Makes JSON safe for a job's log, where no line of JSON begins with `::`. Its value stays the same. */
export const logJson = (json: string): string => json.replace(olderCommand, "\\u0023");

/** Makes lines for the log of a job, without the secrets of its environment. */
export function logLines(env: NodeJS.ProcessEnv): (line: string) => string {
  const removeSecrets = secretRemover(env);
  // The indentation stays out, because the text around a secret loses its white space.
  return (line) => logLine(line.replace(/\S.*/s, removeSecrets));
}

/** Replaces the last text. Only a terminal can clear a line. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

function print(message: string): void {
  showProgress("");
  console.error(logBlock(message));
}

/** For requests that a command sends itself. Standard output may be a report. */
export const stderrLogger: Logger = { info: print, warn: print };

/** Prints a line for each request that this process sends. */
export function showRequests(): void {
  stderrLogger.request = print;
}

/** Prints the progress of a check on standard error, because standard output is for the report. */
export class CheckProgress {
  private checked = 0;
  private counted = 0;
  private readonly notes = new Set<string>();

  /** `one` is the noun for what is checked, such as `stack`. `countedText` formats the count. */
  constructor(
    private readonly total: number,
    private readonly one: string,
    private readonly countedText: (count: number) => string,
  ) {}

  count(more: number): void {
    this.counted += more;
    const checked = `${this.checked} of ${countOf(this.total, this.one)}`;
    showProgress(`checking: ${checked}, ${this.countedText(this.counted)}`);
  }

  /** Prints a message once, even if several stacks cause it. */
  note(message: string): void {
    if (this.notes.has(message)) return;
    this.notes.add(message);
    showProgress("");
    console.error(logLine(message));
  }

  /** `finding` is the line of a checked stack or stream. If there is only one, the report has it. */
  done(finding: string): void {
    this.checked += 1;
    showProgress("");
    if (this.total > 1) console.error(logLine(`[${this.checked}/${this.total}] ${finding}`));
  }
}
