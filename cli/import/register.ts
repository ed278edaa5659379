import {
  type Command,
  cwdOption,
  examples,
  exitWith,
  Option,
  withDebug,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { listedKinds } from "../shared/tenantObjects";
import { runImportCommand } from "./command";
import type { ImportOptions } from "./options";

export function registerImport(program: Command): void {
  const kinds = listedKinds.map(({ name }) => name);
  withDebug(program.command("import"))
    .summary("bring existing objects of a tenant under Pulumi")
    .description(
      "Finds the objects in a stack's tenant that no stack of the project manages. The command writes an " +
        "import file and, for the dynamic provider, a program, and prints the next steps. It never changes " +
        "the tenant, and it changes the state only with --run. With --from-terraform or --from-pulumi, it " +
        "copies the old state's secrets, encrypted, to the stack's configuration.",
    )
    .option("-s, --stack <name>", "the stack that gets the objects (default: the selected stack)")
    .option(...cwdOption)
    .addOption(new Option("--declared", declaredHelp).conflicts([...ofOtherImports, "as", "id"]))
    .addOption(
      new Option("--list", "list the objects that no stack manages, and write nothing").conflicts([
        ...["run", "fromTerraform", "fromPulumi"],
      ]),
    )
    .option("--run", "also import the objects into the state")
    .addOption(
      new Option("--kind <kinds...>", "only objects of these kinds (default: all)").choices(kinds),
    )
    .option("--id <ids...>", "only objects with these IDs")
    .option("--name <patterns...>", "only objects whose name matches (* and ? are wildcards)")
    .addOption(new Option("--as <name>", asHelp).conflicts(ofOtherImports))
    .option("--plugin", pluginHelp)
    .addOption(
      new Option(
        "--from-terraform <file>",
        "import the objects and secrets in this file with the output of `terraform show -json` or `tofu show -json`",
      ).conflicts("fromPulumi"),
    )
    .option(
      "--from-pulumi <stack>",
      "import the objects and secrets in this pulumi-auth0 stack: its name, folder:stack, or a file " +
        "with the output of `pulumi stack export --show-secrets`",
    )
    .option("--out <folder>", "folder for the files, inside the program's folder", "imported")
    .option("--force", forceHelp)
    .option(
      "--json [file]",
      "write a JSON report to a file (without a file, or with -, to standard output)",
    )
    .addHelpText("after", afterHelp)
    .action(async (options: ImportOptions) => {
      exitWith(await runImportCommand(options, stop));
    });
}

/** These select what the program doesn't declare, or are about files that its import doesn't write. */
const ofOtherImports = ["list", "kind", "name", "plugin", "fromTerraform", "fromPulumi", "json"];

const declaredHelp =
  "import the objects that the program declares and no stack manages. Write no program, and " +
  "without --run, only list the objects";

const asHelp =
  "with one --id: the name (or URN) of the object's resource in your program " +
  "(writes no program)";

const pluginHelp =
  "import for the plugin (default for all languages but TypeScript and JavaScript, and for these if " +
  "Pulumi.yaml lists the plugin or all objects in the stack use it)";

const forceHelp =
  "import objects even if another stack manages them, or might manage them but can't be read. " +
  "Overwrite files in --out that differ, unless an import there is unfinished";

const afterHelp = `
Exit codes: 0 done; 1 failure; 2 --list found objects, or some were not imported; 3 imported, but a step is left for you (see the output)
${examples(
  "import --list",
  "import --stack production --run",
  "import --id est_0123456789abcdefghijkl --as crm --run",
  "import --from-terraform state.json --run",
)}`;
