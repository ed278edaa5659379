import type { Result } from "../shared/driftReport/report";

export const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  pulumi: { clean: 0, drift: 7, failed: 1 },
  report: { clean: 0, drift: 0, failed: 1 },
} satisfies Record<string, Record<Result, number>>;

export type ExitCodes = keyof typeof exitCodes;
