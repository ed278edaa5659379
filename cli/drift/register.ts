import { type Command, Option, positiveInteger } from "../shared/commandLine";
import { stop } from "../shared/signals";
import { type DriftOptions, runDriftCommand } from "./command";

const file = "file, or - for standard output";

/** `auth0-native drift`: its arguments and options. */
export function registerDrift(program: Command): void {
  program
    .command("drift")
    .summary("check stacks for drift, and report it")
    .description(
      "Compares the state of stacks with their tenants by previewing a Pulumi refresh. It changes neither the state nor the tenant.",
    )
    .argument("[stacks...]", "names of stacks; folder:stack for a stack of another program")
    .option("-C, --cwd <folder>", "folder of the Pulumi program", ".")
    .option("--all", "check every stack of the program's project")
    .option("--parallel <number>", "stacks to check at the same time", positiveInteger, 4)
    .option("--html <file>", `write a page for people: ${file}`)
    .option("--markdown <file>", `write a summary for a job or an issue: ${file}`)
    .option("--json <file>", `write a report for programs: ${file}`)
    .addOption(
      new Option("--exit-codes <set>", "default: 0 no drift, 2 drift, 1 failure; pulumi: 0, 7, 1")
        .choices(["default", "pulumi"])
        .default("default"),
    )
    .action(async (stacks: string[], options: DriftOptions) => {
      const code = await runDriftCommand(stacks, options, stop);
      // An error on standard output has set the exit code already.
      process.exitCode ||= code;
    });
}
