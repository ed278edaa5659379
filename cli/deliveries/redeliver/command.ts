import type { StopSignals } from "../../shared/stop";
import type { Filters } from "../filters";
import type { StackOption } from "../streams/stackOption";

export interface RedeliverOptions extends Filters, StackOption {
  yes?: boolean;
  /** An ISO time. */
  notSince?: string;
  atOnce?: boolean;
}

/** Returns the exit code. */
export async function redeliverCommand(
  _stream: string,
  _ids: string[],
  _options: RedeliverOptions,
  _stop: StopSignals,
): Promise<number> {
  throw new Error("not there yet");
}
