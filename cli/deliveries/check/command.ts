import type { StopSignals } from "../../shared/stop";
import type { Filters } from "../filters";

export interface CheckOptions extends Filters {
  maxFailed: number;
  stack?: string[];
  all?: boolean;
  cwd: string;
  parallel: number;
  html?: string;
  markdown?: string;
  json?: string;
}

/** Returns the exit code. */
export async function checkCommand(
  _streams: string[],
  _options: CheckOptions,
  _stop: StopSignals,
): Promise<number> {
  throw new Error("not there yet");
}
