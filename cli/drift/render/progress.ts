import { countOf } from "../../shared/number";
import { escapeInvisible } from "../../shared/text";
import type { StackReport } from "../report";
import {
  comparedSummary,
  driftedResources,
  type Finding,
  findings,
  stackLabel,
  symbols,
} from "./summary";

/** What a check has done so far; on standard error, so that standard output holds results alone. */
export class Progress {
  private done = 0;
  private objects = 0;

  constructor(private readonly stacks: number) {}

  object(): void {
    this.objects += 1;
    this.line(
      `checking: ${this.done} of ${countOf(this.stacks, "stack")}, ${countOf(this.objects, "object")}`,
    );
  }

  stack(stack: StackReport): void {
    this.done += 1;
    this.line("");
    const clean: Finding = { status: "clean", text: comparedSummary(stack) };
    const [{ status, text } = clean] = findings(stack);
    const drifted = driftedResources(stack).length;
    const words = status === "changed" ? `${countOf(drifted, "object")} drifted` : text;
    console.error(
      `[${this.done}/${this.stacks}] ${symbols[status]} ${escapeInvisible(stackLabel(stack))}: ${words}`,
    );
  }

  /** Only a terminal can go back to the first column and clear the line. */
  private line(text: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  }
}
