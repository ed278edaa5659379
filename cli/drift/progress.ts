import { CheckProgress } from "../shared/checkProgress";
import { driftedResources, findings } from "../shared/driftReport/render/findings";
import { comparedSummary, stackLabel } from "../shared/driftReport/render/summary";
import { symbols } from "../shared/driftReport/render/texts";
import type { StackReport } from "../shared/driftReport/report";
import { showProgress } from "../shared/log";
import { countOf, escapeInvisible } from "../shared/text";

/** Prints the progress of a drift check, and notes. */
export class DriftProgress {
  private readonly progress: CheckProgress;
  private readonly notes = new Set<string>();

  constructor(stacks: number) {
    this.progress = new CheckProgress(stacks, "stack", (count) => countOf(count, "object"));
  }

  objectRead(): void {
    this.progress.count(1);
  }

  /** Prints what the user should know, although it is no drift: once, whatever stack it comes from. */
  note(message: string): void {
    if (this.notes.has(message)) return;
    this.notes.add(message);
    showProgress("");
    console.error(escapeInvisible(message));
  }

  stackChecked(stack: StackReport): void {
    this.progress.done(resultOf(stack));
  }
}

function resultOf(stack: StackReport): string {
  const label = stackLabel(stack);
  const [finding] = findings(stack);
  if (finding === undefined) return `${symbols.clean} ${label}: ${comparedSummary(stack)}`;
  const drifted = `${countOf(driftedResources(stack).length, "object")} drifted`;
  const text = finding.status === "changed" ? drifted : finding.text;
  return `${symbols[finding.status]} ${label}: ${text}`;
}
