import type { DriftResult } from "../shared/driftReport/report";

/**
 * The exit codes of `drift` and `drift merge`, by `--exit-codes`. An error without a report, such as wrong
 * arguments, ends every command with 1.
 */
export const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  pulumi: { clean: 0, drift: 7, failed: 1 },
  report: { clean: 0, drift: 0, failed: 1 },
} satisfies Record<string, Record<DriftResult, number>>;
