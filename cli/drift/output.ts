import { page } from "../shared/driftReport/render/html/page";
import { markdown } from "../shared/driftReport/render/markdown";
import { terminal } from "../shared/driftReport/render/terminal";
import type { DriftReport, DriftResult } from "../shared/driftReport/report";
import { type ReportFiles, writeReport } from "../shared/reportFiles";

/** By `--exit-codes`. An error without a report, such as wrong arguments, ends every command with 1. */
export const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  pulumi: { clean: 0, drift: 7, failed: 1 },
  report: { clean: 0, drift: 0, failed: 1 },
} satisfies Record<string, Record<DriftResult, number>>;

export interface ReportOptions extends ReportFiles {
  exitCodes: keyof typeof exitCodes;
}

export async function writeDriftReport(
  report: DriftReport,
  options: ReportOptions,
): Promise<number> {
  await writeReport(report, { terminal, html: page, markdown }, options);
  return exitCodes[options.exitCodes][report.result];
}
