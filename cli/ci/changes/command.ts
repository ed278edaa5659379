import { appendFileSync } from "node:fs";
import { logLine } from "../../shared/log";
import { requireVariable } from "../forge/fields";
import { isMissing, readReports } from "../previewReport/report";

/** Lists the stacks with changes for the matrix of GitHub's next job. Returns the exit code. */
export async function changes(files: string[], env = process.env): Promise<number> {
  const stacks: string[] = [];
  for (const report of readReports(files)) {
    if (isMissing(report)) console.error(logLine(report.reason));
    else if (report.result === "changes") stacks.push(report.stack);
  }
  appendFileSync(requireVariable(env, "GITHUB_OUTPUT"), `stacks=${JSON.stringify(stacks)}\n`);
  console.log(`Stacks with changes: ${stacks.join(", ") || "none"}.`);
  return 0;
}
