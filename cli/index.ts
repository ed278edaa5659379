import { packageName } from "../provider/shared/command";
// This import comes first, because a signal can come at any time.
import "./shared/signals";
import packageSchema from "../schema.json";
import { commands } from "./commands";
import { Command } from "./shared/commandLine";
import { diagnosticFromError } from "./shared/diagnostic";
import { logLine } from "./shared/log";
import { escapedLines } from "./shared/text";

for (const stream of [process.stdout, process.stderr]) {
  // `| head` closes the pipe early, which isn't a failure.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.exitCode = 1;
    // To report an error of standard error on itself would cause the next error, endlessly.
    if (stream !== process.stderr) fail(error);
  });
}

const program = new Command()
  .name(packageName)
  .description(`Tools for the Pulumi resources of ${packageName}.`)
  .version(packageSchema.version)
  // Lets `drift merge` have the options of `drift`.
  .enablePositionalOptions()
  .showHelpAfterError("(see --help)");

/** Loads only the command that is called, or all of them for the help. */
function registerCommands(): void {
  const called = commands.get(process.argv[2]);
  for (const load of called ? [called] : commands.values()) load()(program);
}

registerCommands();
program.parseAsync().catch(fail).finally(exit);

function fail(error: Error): void {
  const { message } = diagnosticFromError(error);
  for (const line of escapedLines(message)) console.error(logLine(`error: ${line}`));
  process.exitCode = 1;
}

/** Ends the process, although an abandoned engine or request may still be running. */
function exit(): void {
  // The callback runs once everything before it is written.
  process.stderr.write("", () => process.exit());
}
