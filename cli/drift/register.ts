import {
  type Command,
  cwdOption,
  examples,
  exitWith,
  Option,
  positiveInteger,
  reportFile,
  withChoices,
  withDebug,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { type DriftOptions, runDriftCommand } from "./command";
import { exitCodes, type ReportOptions } from "./exitCodes";
import { mergeCommand } from "./merge";
import { parseShard } from "./shard";

export function registerDrift(program: Command): void {
  const drift = program
    .command("drift")
    .summary("check stacks for drift")
    .description(
      "Compares the state of stacks with their tenants by previewing a Pulumi refresh. The command doesn't change the state or the tenant.",
    )
    // Options after `merge` are its own.
    .enablePositionalOptions()
    .argument("[stacks...]", "names of stacks (folder:stack for a stack of another program)")
    .option(...cwdOption)
    .option("--all", "check every stack of the program's project")
    .option("--shard <index/count>", "check one of several equal parts, such as 2/8", parseShard)
    .option(
      "--unmanaged",
      "also report objects of the tenants that no stack of the projects manages",
    )
    .option("--parallel <number>", "how many stacks to check at the same time", positiveInteger, 4)
    .addHelpText(
      "after",
      examples(
        "drift production staging --html drift.html",
        "drift --all --shard 2/8 --json parts/2.json",
      ),
    );
  withDebug(withReportOptions(drift)).action(async (stacks: string[], options: DriftOptions) =>
    exitWith(await runDriftCommand(stacks, options, stop)),
  );

  const merge = drift
    .command("merge")
    .summary("make one report of several")
    .description(
      "Merges reports that `drift --json` wrote, such as the reports of all shards. If a report is missing or unreadable, the merged report shows a failure.",
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
    .option("--markdown <file>", `write a summary for a job or an issue ${reportFile}`)
    .option("--json <file>", `write a report for programs ${reportFile}`)
    .addOption(
      withChoices(
        new Option(
          "--exit-codes <set>",
          "exit codes for no drift, drift, and failure: 0, 2, 1 by default; 0, 7, 1 with pulumi; 0, 0, 1 with report",
        ).default("default"),
        Object.keys(exitCodes),
      ),
    );
