import { driftedResources, findings } from "../shared/driftReport/render/findings";
import { comparedSummary, stackLabel } from "../shared/driftReport/render/summary";
import { symbols } from "../shared/driftReport/render/texts";
import type { StackReport } from "../shared/driftReport/report";
import { showProgress } from "../shared/log";
import { countOf, escapeInvisible } from "../shared/text";

/** Prints the progress of a check on standard error; standard output is for the report. */
export class DriftProgress {
  private checkedStacks = 0;
  private readObjects = 0;
  private readonly notes = new Set<string>();

  constructor(private readonly stacks: number) {}

  objectRead(): void {
    this.readObjects += 1;
    const stacks = `${this.checkedStacks} of ${countOf(this.stacks, "stack")}`;
    showProgress(`checking: ${stacks}, ${countOf(this.readObjects, "object")}`);
  }

  /** Prints what the user should know, although it is no drift: once, whatever stack it comes from. */
  note(message: string): void {
    if (this.notes.has(message)) return;
    this.notes.add(message);
    showProgress("");
    console.error(escapeInvisible(message));
  }

  stackChecked(stack: StackReport): void {
    this.checkedStacks += 1;
    showProgress("");
    const label = escapeInvisible(stackLabel(stack));
    console.error(`[${this.checkedStacks}/${this.stacks}] ${resultOf(stack, label)}`);
  }
}

function resultOf(stack: StackReport, label: string): string {
  const [finding] = findings(stack);
  if (finding === undefined) return `${symbols.clean} ${label}: ${comparedSummary(stack)}`;
  const drifted = `${countOf(driftedResources(stack).length, "object")} drifted`;
  const text = finding.status === "changed" ? drifted : finding.text;
  return `${symbols[finding.status]} ${label}: ${text}`;
}
