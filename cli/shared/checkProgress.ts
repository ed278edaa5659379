import { logLine, showProgress } from "./log";
import { countOf } from "./text";

/** Prints the progress of a check on standard error; standard output is for the report. */
export class CheckProgress {
  private checked = 0;
  private counted = 0;

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

  /** `finding` is the line of one that was checked. */
  done(finding: string): void {
    this.checked += 1;
    showProgress("");
    console.error(logLine(`[${this.checked}/${this.total}] ${finding}`));
  }
}
