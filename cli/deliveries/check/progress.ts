import { countOf } from "../../shared/number";
import { showProgress } from "../../shared/progressLine";
import { escapeInvisible } from "../../shared/text";
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
    const label = escapeInvisible(streamLabel(stream));
    const place = `[${this.checkedStreams}/${this.streams}]`;
    console.error(`${place} ${symbols[statusOf(stream)]} ${label}: ${findingText(stream)}`);
  }
}
