import type { StopSignals } from "../shared/stop";

export interface ApplyOptions {
  cwd: string;
  plan: string;
}

/** Applies a reviewed plan, and nothing else; returns the exit code. */
export async function applyPlan(
  stack: string,
  options: ApplyOptions,
  stop: StopSignals,
): Promise<number> {
  throw new Error("missing");
}
