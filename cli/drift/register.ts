import {
  type Command,
  cwdOption,
  examples,
  exitWith,
  Option,
  positiveInteger,
  reportFile,
  withDebug,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { type DriftOptions, exitCodes, type ReportOptions, runDriftCommand } from "./command";
import { mergeCommand } from "./merge";

export function registerDrift(program: Command): void {
  const drift = program
    .command("drift")
    .summary("check stacks for drift")
    .description(
      "Previews a refresh of each stack to report changes made outside Pulumi. The command changes neither the state nor the tenant.",
    )
    // Options after `merge` belong to `merge`.
    .enablePositionalOptions()
    .argument(
      "[stacks...]",
      "names of stacks (folder:stack for a different program; default: the selected stack)",
    )
    .option(...cwdOption)
    .option("--all", "check every stack of the program's project")
    .option("--unmanaged", "also report objects that no stack manages")
    .option(
      "--plan <file>",
      "exit with 2 only for drift in objects that this plan from `ci preview` changes",
    )
    .option("--parallel <number>", "number of stacks to check at the same time", positiveInteger, 4)
    .addHelpText(
      "after",
      examples("drift production staging --html drift.html", "drift --all --unmanaged"),
    );
  withDebug(withReportOptions(drift)).action(async (stacks: string[], options: DriftOptions) =>
    exitWith(await runDriftCommand(stacks, options, stop)),
  );

  const merge = drift
    .command("merge")
    .summary("merge several reports into one")
    .description(
      "Merges reports from `drift --json`, for example from the jobs of a pipeline. If a report is missing or unreadable, the merged report shows a failure.",
    )
    .argument("<files...>", "JSON reports to merge")
    .addHelpText("after", examples("drift merge parts/1.json parts/2.json --html drift.html"));
  withReportOptions(merge).action(async (files: string[], options: ReportOptions) =>
    exitWith(await mergeCommand(files, options)),
  );
}

const withReportOptions = (command: Command): Command =>
  command
    .option("--html <file>", `write an HTML page ${reportFile}`)
    .option("--markdown <file>", `write a Markdown summary ${reportFile}`)
    .option("--json <file>", `write a JSON report ${reportFile}`)
    .addOption(
      new Option(
        "--exit-codes <set>",
        "exit codes for no drift, drift, and failure: 0/2/1, or 0/0/1 with report",
      )
        .choices(Object.keys(exitCodes))
        .default("default"),
    );
