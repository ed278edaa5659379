import type { Clock } from "../../../provider/api/clock";
import { showProgress } from "../../shared/log";
import { countOf, formatNumber } from "../../shared/text";

/** The log of a job gets a line this often. */
const betweenLinesMs = 60_000;

/** Earlier, the pace is no estimate of the rest. */
const minSeconds = 5;

/** Shows on standard error how far a run is: a line that changes on a terminal, else a line a minute. */
export class RedeliveryProgress {
  private readonly startedAt: number;
  private lineAt: number;

  constructor(
    private readonly total: number,
    private readonly clock: Pick<Clock, "now">,
    private readonly printLine: (text: string) => void = (text) => console.error(text),
  ) {
    this.startedAt = clock.now();
    this.lineAt = this.startedAt;
  }

  show(count: number): void {
    const now = this.clock.now();
    const text = progressText(count, this.total, (now - this.startedAt) / 1000);
    showProgress(text);
    if (process.stderr.isTTY || now - this.lineAt < betweenLinesMs) return;
    this.lineAt = now;
    this.printLine(text);
  }

  end(): void {
    showProgress("");
  }
}

/** `seconds` is how long the run has taken. */
export function progressText(count: number, total: number, seconds: number): string {
  const done = `redelivering: ${formatNumber(count)} of ${formatNumber(total)}`;
  if (seconds < minSeconds || count >= total) return done;
  const rate = count / seconds;
  const minutes = (total - count) / rate / 60;
  const left =
    minutes < 1 ? "less than a minute" : `about ${countOf(Math.ceil(minutes), "minute")}`;
  return `${done}, ${rate.toFixed(1)} a second, ${left} left`;
}
