import {
  type Command,
  cwdOption,
  examples,
  exitWith,
  Option,
  withChoices,
  withDebug,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { listedKinds } from "../shared/tenantObjects";
import { runImportCommand } from "./command";
import { languageNames } from "./languages";
import type { ImportOptions } from "./options";

export function registerImport(program: Command): void {
  const kinds = listedKinds.map(({ name }) => name);
  withDebug(program.command("import"))
    .summary("put existing objects of a tenant under management")
    .description(
      "Reads the tenant of a stack, and writes a program, an import file and the next steps for " +
        "the objects that no stack of the project holds. It never changes the tenant. " +
        "It changes the state only with --run. With --from-terraform and --from-pulumi, " +
        "it sets the secrets of the old state in the stack's configuration, encrypted.",
    )
    .option("-s, --stack <name>", "the stack that gets the objects (default: the selected stack)")
    .option(...cwdOption)
    .option("--list", "only show the objects that no stack holds; write nothing")
    .option(
      "--run",
      "also import the objects into the state; if no secret is missing, show the preview",
    )
    .addOption(
      withChoices(
        new Option("--kind <kinds...>", "only objects of these kinds (default: all)"),
        kinds,
      ),
    )
    .option("--id <ids...>", "only objects with these ids")
    .option("--name <patterns...>", "only objects whose name matches; * and ? are wildcards")
    .option("--as <name>", "with one --id: the resource in your program that declares the object")
    .addOption(
      withChoices(
        new Option(
          "--language <language>",
          "language of the program (default: by the runtime in Pulumi.yaml; " +
            "for nodejs, typescript unless the stack uses the plugin)",
        ),
        languageNames,
      ),
    )
    .option(
      "--from-terraform <file>",
      "import the objects in a file that `terraform show -json` or `tofu show -json` has written, with their secrets",
    )
    .option(
      "--from-pulumi <stack>",
      "the same for a stack of pulumi-auth0: its name, folder:stack, " +
        "or a file that `pulumi stack export --show-secrets` has written",
    )
    .option("--out <folder>", "folder for the files, in the program's folder", "imported")
    .option("--force", "overwrite files in --out that differ, unless an import there has not ended")
    .option(
      "--json [file]",
      "write a report in JSON to a file, or to standard output (without a file, or with -)",
    )
    .addHelpText("after", afterHelp)
    .action(async (options: ImportOptions) => {
      exitWith(await runImportCommand(options, stop));
    });
}

const afterHelp = `
Exit codes: 0 done; 1 failure; 2 --list found objects, or some were not imported; 3 all of them are in a stack, and something is left for you: a line or a resource to add to the program, or objects that a stack held before and the old tool has to forget
${examples(
  "import --list",
  "import --stack production --run",
  "import --id est_0123456789abcdefghijkl --as crm --run",
  "import --from-terraform state.json --run",
)}`;
