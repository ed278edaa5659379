import type { StopSignals } from "../../shared/stop";

export interface PreviewOptions {
  cwd: string;
  plan: string;
  json: string;
}

/** Previews a stack, saves its plan and writes the report; returns the exit code. */
export async function preview(
  stack: string,
  options: PreviewOptions,
  stop: StopSignals,
): Promise<number> {
  throw new Error("missing");
}
