import { logLine, showProgress } from "./log";
import { countOf, escapeInvisible } from "./text";

/** Prints the progress of a check on standard error; standard output is for the report. */
export class CheckProgress {
  private checked = 0;
  private counted = 0;
  private readonly notes = new Set<string>();

  /** `one` is what is checked, such as `stack`, and `countedText` says what was counted in them. */
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

  /** Prints what the user should know beside the findings: once, whatever it comes from. */
  note(message: string): void {
    if (this.notes.has(message)) return;
    this.notes.add(message);
    showProgress("");
    console.error(escapeInvisible(message));
  }

  /** `finding` is the line of one that was checked. */
  done(finding: string): void {
    this.checked += 1;
    showProgress("");
    console.error(logLine(`[${this.checked}/${this.total}] ${finding}`));
  }
}
