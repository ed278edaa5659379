import { page } from "../shared/driftReport/render/html/page";
import { markdown } from "../shared/driftReport/render/markdown/markdownReport";
import { terminal } from "../shared/driftReport/render/terminal";
import type { DriftReport } from "../shared/driftReport/report";
import { type ReportFiles, writeReport } from "../shared/reportFiles";
import type { exitCodes } from "./exitCodes";

/** How a command reports. */
export interface ReportOptions extends ReportFiles {
  exitCodes: keyof typeof exitCodes;
}

export const writeDriftReport = (report: DriftReport, files: ReportFiles): Promise<void> =>
  writeReport(report, { terminal, html: page, markdown }, files);
