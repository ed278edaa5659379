import type { DriftReport, DriftResult } from "../reports/drift/report";
import { driftView } from "../reports/drift/view";
import { page } from "../reports/html/page";
import { markdown } from "../reports/markdown";
import { terminal } from "../reports/terminal";
import { type ReportFiles, writeReport } from "../shared/writeReport";

/** The sets of `--exit-codes`. An error without a report, such as wrong arguments, gives 1 with each of them. */
export const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  report: { clean: 0, drift: 0, failed: 1 },
} satisfies Record<string, Record<DriftResult, number>>;

export interface ReportOptions extends ReportFiles {
  exitCodes: keyof typeof exitCodes;
}

export async function writeDriftReport(
  report: DriftReport,
  options: ReportOptions,
): Promise<number> {
  const view = driftView(report);
  const forms = {
    terminal: () => terminal(view),
    html: () => page(view),
    markdown: () => markdown(view),
  };
  await writeReport(report, forms, options);
  return exitCodes[options.exitCodes][report.result];
}
