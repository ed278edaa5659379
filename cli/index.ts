// Loaded first: signals come at any time.
import "./shared/signals";

import { InvalidArgumentError, Option, program } from "commander";
import packageSchema from "../schema.json";
import { runDriftCommand } from "./drift/command";
import { diagnosticFromError } from "./shared/diagnostic";
import { stop } from "./shared/signals";
import { escapedLines } from "./shared/text";

const positive = (text: string) => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("It is a whole number from 1.");
  return Number(text);
};

const file = "file, or - for standard output";

program
  .name("auth0-native")
  .description("Tools beside the Pulumi resources of pulumi-auth0-native.")
  .version(packageSchema.version)
  .showHelpAfterError("(see --help)");

program
  .command("drift")
  .summary("check stacks for drift, and report it")
  .description(
    "Compares what stacks hold with what their tenants hold, by the preview of a Pulumi refresh: nothing is changed, neither state nor tenant.",
  )
  .argument("[stacks...]", "stacks, as Pulumi names them; folder:stack for one of another program")
  .option("-C, --cwd <folder>", "folder of the Pulumi program", ".")
  .option("--all", "every stack of the program's project")
  .option("--parallel <number>", "stacks to check at the same time", positive, 4)
  .option("--html <file>", `write a page to read: ${file}`)
  .option("--markdown <file>", `write a summary for a job or an issue: ${file}`)
  .option("--json <file>", `write the report for programs: ${file}`)
  .addOption(
    new Option("--exit-codes <set>", "default: 0 no drift, 2 drift, 1 failure; pulumi: 0, 7, 1")
      .choices(["default", "pulumi"])
      .default("default"),
  )
  .action(async (stacks: string[], options) => {
    const code = await runDriftCommand(stacks, options, stop);
    // What could not be written to standard output has failed.
    process.exitCode ||= code;
  });

function failed(error: Error): void {
  for (const line of escapedLines(diagnosticFromError(error).message))
    console.error(`error: ${line}`);
  process.exitCode = 1;
}

for (const stream of [process.stdout, process.stderr]) {
  // `| head` closes the pipe early: that is no failure.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failed(error);
  });
}

/** Ends what is still on its way: an engine that was given up, a request past the budget. */
const exit = () => process.stderr.write("", () => process.exit());

program.parseAsync().catch(failed).finally(exit);
