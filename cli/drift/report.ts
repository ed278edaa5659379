import { page } from "../shared/driftReport/render/html/page";
import { markdown } from "../shared/driftReport/render/markdown/markdownReport";
import { terminal } from "../shared/driftReport/render/terminal";
import type { DriftReport, DriftResult } from "../shared/driftReport/report";
import { type ReportFiles, writeReport } from "../shared/reportFiles";

export const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  pulumi: { clean: 0, drift: 7, failed: 1 },
  report: { clean: 0, drift: 0, failed: 1 },
} satisfies Record<string, Record<DriftResult, number>>;

type ExitCodes = keyof typeof exitCodes;

/** How a command reports. */
export interface ReportOptions extends ReportFiles {
  exitCodes: ExitCodes;
}

export const writeDriftReport = (report: DriftReport, files: ReportFiles): Promise<void> =>
  writeReport(report, { terminal, html: page, markdown }, files);
