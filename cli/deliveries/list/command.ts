import type { StopSignals } from "../../shared/stop";
import type { Filters } from "../filters";
import type { StackOption } from "../streams/stackOption";

export interface ListOptions extends Filters, StackOption {
  max: number;
  from?: string;
  json?: boolean;
  follow?: boolean;
  /** In seconds. */
  interval: number;
  includeEvent?: boolean;
}

/** Returns the exit code. */
export async function listCommand(
  _stream: string,
  _options: ListOptions,
  _stop: StopSignals,
): Promise<number> {
  throw new Error("not there yet");
}
