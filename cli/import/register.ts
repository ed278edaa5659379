import { type Command, Option } from "../shared/commandLine";
import { stop } from "../shared/signals";
import { type ImportOptions, runImportCommand } from "./command";
import { languageNames } from "./languages";
import { listedKinds } from "./tenant";

/** `auth0-native import`: its options. */
export function registerImport(program: Command): void {
  const kinds = listedKinds.map(({ name }) => name);
  program
    .command("import")
    .summary("put existing objects of a tenant under management")
    .description(
      "Reads the tenant of a stack, and writes a program and an import file for the objects that no stack of the project holds. It changes neither the tenant nor, without --run, the state.",
    )
    .option("-s, --stack <name>", "the stack that gets the objects (default: the selected stack)")
    .option("-C, --cwd <folder>", "folder of the Pulumi program", ".")
    .option("--out <folder>", "folder for the files, in the program's folder", "imported")
    .addOption(
      new Option("--kind <kinds...>", "objects of these kinds only (default: all)").choices(kinds),
    )
    .option("--id <ids...>", "objects with these ids only")
    .option("--name <patterns...>", "objects with such names only; * and ? are wildcards")
    .addOption(
      new Option(
        "--language <language>",
        "language of the program (default: that of Pulumi.yaml; typescript is the dynamic provider)",
      ).choices(languageNames),
    )
    .option("--as <name>", "name of a resource that the program declares, for one object")
    .option(
      "--from-terraform <file>",
      "take over the objects, and their secrets, of a state file of Terraform or OpenTofu",
    )
    .option(
      "--from-pulumi <stack>",
      "the same for a stack of the official Pulumi provider: its name, folder:stack, or a file that `pulumi stack export --show-secrets` has written",
    )
    .option("--list", "only show the objects that no stack holds; write nothing")
    .option("--run", "import the objects into the state as well, then show the preview")
    .option("--force", "overwrite files that differ")
    .option("--json [file]", "write a report for programs: file, or - for standard output")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, nothing left; 2 some objects cannot be imported, or --list found objects; 1 failure",
    )
    .action(async (options: ImportOptions) => {
      const code = await runImportCommand(options, stop);
      // An error on standard output has set the exit code already.
      process.exitCode ||= code;
    });
}
