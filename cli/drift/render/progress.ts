import { count, visible } from "../../shared/text";
import type { StackReport } from "../report";
import { cleanWords, driftIn, type Finding, findings, nameOf, signs } from "./summary";

/** What a check has done so far; on standard error, so that standard output holds results alone. */
export class Progress {
  private done = 0;
  private objects = 0;

  constructor(private readonly stacks: number) {}

  object(): void {
    this.objects += 1;
    this.line(
      `checking: ${this.done} of ${count(this.stacks, "stack")}, ${count(this.objects, "object")}`,
    );
  }

  stack(stack: StackReport): void {
    this.done += 1;
    this.line("");
    const clean: Finding = { look: "clean", text: cleanWords(stack) };
    const [{ look, text } = clean] = findings(stack);
    const drifted = driftIn(stack).length;
    const words = look === "changed" ? `${count(drifted, "object")} drifted` : text;
    console.error(
      `[${this.done}/${this.stacks}] ${signs[look]} ${visible(nameOf(stack))}: ${words}`,
    );
  }

  /** Only a terminal can go back to the first column and clear the line. */
  private line(text: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  }
}
