import type { StopSignals } from "../../shared/stop";
import type { StackOption } from "../streams/stackOption";

export interface StatsOptions extends StackOption {
  since?: string;
  until?: string;
  json?: boolean;
}

/** Returns the exit code. */
export async function statsCommand(
  _stream: string,
  _options: StatsOptions,
  _stop: StopSignals,
): Promise<number> {
  throw new Error("not there yet");
}
