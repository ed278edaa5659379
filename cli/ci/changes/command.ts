import { appendFileSync, existsSync } from "node:fs";
import { logLine } from "../../shared/log";
import { requireVariable } from "../forge/client";
import { isMissing, readReports } from "../previewReport/report";

/**
 * Lists the stacks with changes for the matrix of GitHub's next job. Returns the exit code. If a plan
 * failed, its report can be missing, and the other stacks are applied.
 */
export async function changes(files: string[], env = process.env): Promise<number> {
  const reports = readReports(files);
  const wrong = reports.filter((report, at) => isMissing(report) && existsSync(files[at] ?? ""));
  for (const report of reports) {
    const kind = wrong.includes(report) ? "error" : "warning";
    if (isMissing(report)) console.error(logLine(`${kind}: ${report.reason}`));
  }
  if (wrong.length > 0) return 1;
  const stacks = reports.flatMap((report) =>
    !isMissing(report) && report.result === "changes" ? [report.stack] : [],
  );
  appendFileSync(requireVariable(env, "GITHUB_OUTPUT"), `stacks=${JSON.stringify(stacks)}\n`);
  console.log(`Stacks with changes: ${stacks.join(", ") || "none"}.`);
  return 0;
}
