import type { Logger } from "../../../provider/shared/logger";
import type { Output } from "../output";

/** Prints to standard error. It can be muted, for waits that the user knows of already. */
export class MutableLogger implements Logger {
  muted = false;

  constructor(private readonly output: Output) {}

  info(message: string): void {
    if (!this.muted) this.output.note(message);
  }

  warn(message: string): void {
    this.output.note(message);
  }
}
