import type { StackReport } from "./report";

const marks = { clean: "✓", drift: "~", failed: "✗" };

/** What a long check has done so far, on standard error, so that standard output holds results alone. */
export class Progress {
  private done = 0;
  private objects = 0;
  private readonly live = process.stderr.isTTY === true;

  constructor(private readonly stacks: number) {}

  object(): void {
    this.objects += 1;
    if (this.live)
      this.line(`checking: ${this.done} of ${this.stacks} stacks, ${this.objects} objects`);
  }

  stack({ folder, name, result, resources }: StackReport): void {
    this.done += 1;
    const drifted = resources.filter((one) => one.result !== "unverifiable").length;
    const words = {
      clean: "no drift",
      drift: `${drifted} drifted`,
      failed: "could not be checked",
    };
    if (this.live) this.line("");
    console.error(
      `[${this.done}/${this.stacks}] ${marks[result]} ${folder}:${name}: ${words[result]}`,
    );
  }

  end(): void {
    if (this.live) this.line("");
  }

  private line(text: string): void {
    // Back to the first column, and the rest of the line cleared.
    process.stderr.write(`\r\u001b[K${text}`);
  }
}
