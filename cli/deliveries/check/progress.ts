import { logLine } from "../../shared/logLine";
import { countOf } from "../../shared/number";
import { showProgress } from "../../shared/progressLine";
import { findingText, statusOf, streamLabel } from "./render/summary";
import { symbols } from "./render/texts";
import type { StreamReport } from "./report";

/** Prints the progress of a check on standard error; standard output is for the report. */
export class Progress {
  private checkedStreams = 0;
  private failures = 0;

  constructor(private readonly streams: number) {}

  failuresCounted(failed: number): void {
    this.failures += failed;
    const streams = `${this.checkedStreams} of ${countOf(this.streams, "stream")}`;
    const failures = countOf(this.failures, "failed delivery", "failed deliveries");
    showProgress(`checking: ${streams}, ${failures}`);
  }

  streamChecked(stream: StreamReport): void {
    this.checkedStreams += 1;
    showProgress("");
    const label = streamLabel(stream);
    const place = `[${this.checkedStreams}/${this.streams}]`;
    const finding = `${symbols[statusOf(stream)]} ${label}: ${findingText(stream)}`;
    console.error(logLine(`${place} ${finding}`));
  }
}
