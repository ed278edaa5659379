import { diagnosticFromError } from "../shared/diagnostic";
import { readReport } from "../shared/driftReport/readReport";
import { prepareFiles, validateFiles } from "../shared/reportFiles";
import { exitCodes } from "./exitCodes";
import { mergeReports, type Part } from "./merge";
import { type ReportOptions, writeDriftReport } from "./report";

/** Makes one report of the files of several, and writes it; returns the exit code. */
export async function mergeCommand(files: string[], options: ReportOptions): Promise<number> {
  validateFiles(options);
  await prepareFiles(options);
  // One after another, so that only one text is in memory.
  const parts: Part[] = [];
  for (const file of new Set(files)) parts.push(await readPart(file));
  const report = mergeReports(parts);
  await writeDriftReport(report, options);
  return exitCodes[options.exitCodes][report.result];
}

const readPart = (file: string): Promise<Part> =>
  readReport(file).then(
    (report) => ({ file, report }),
    (error) => ({ file, failure: diagnosticFromError(error).message }),
  );
