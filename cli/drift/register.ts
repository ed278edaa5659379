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
    .summary("check stacks for drift, and report it")
    .description(
      "Compares the state of stacks with their tenants by previewing a Pulumi refresh. It changes neither the state nor the tenant.",
    )
    // Options after `merge` are its own.
    .enablePositionalOptions()
    .argument("[stacks...]", "names of stacks; folder:stack for a stack of another program")
    .option(...cwdOption)
    .option("--all", "check every stack of the program's project")
    .option("--shard <index/count>", "check one of several equal parts, such as 2/8", parseShard)
    .option(
      "--unmanaged",
      "also report the tenants' objects that no stack of the projects declares",
    )
    .option("--parallel <number>", "stacks to check at the same time", positiveInteger, 4)
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
      "Makes one report of reports that `drift --json` wrote, such as those of all shards. A report that is missing or cannot be read is a failure in the merged one.",
    )
    .argument("<files...>", "JSON reports")
    .addHelpText("after", examples("drift merge parts/1.json parts/2.json --html drift.html"));
  withReportOptions(merge).action(async (files: string[], options: ReportOptions) =>
    exitWith(await mergeCommand(files, options)),
  );
}

const withReportOptions = (command: Command): Command =>
  command
    .option("--html <file>", `write a page for people: ${reportFile}`)
    .option("--markdown <file>", `write a summary for a job or an issue: ${reportFile}`)
    .option("--json <file>", `write a report for programs: ${reportFile}`)
    .addOption(
      withChoices(
        new Option(
          "--exit-codes <set>",
          "codes for no drift, drift and failure: default is 0, 2, 1; pulumi 0, 7, 1; report 0, 0, 1",
        ).default("default"),
        Object.keys(exitCodes),
      ),
    );
