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
import type { ImportOptions } from "./options";

export function registerImport(program: Command): void {
  const kinds = listedKinds.map(({ name }) => name);
  withDebug(program.command("import"))
    .summary("bring existing objects of a tenant under Pulumi")
    .description(
      "Writes an import file, and a program for the dynamic provider, for the objects of a stack's " +
        "tenant that no stack of the project manages, and prints the next steps. The command never changes the tenant, and " +
        "changes the state only with --run. With --from-terraform and --from-pulumi, it copies the " +
        "old state's secrets to the stack's configuration, encrypted.",
    )
    .option("-s, --stack <name>", "the stack that gets the objects (default: the selected stack)")
    .option(...cwdOption)
    .option("--declared", declaredHelp)
    .option("--list", "only list the objects that no stack manages; write nothing")
    .option(
      "--run",
      "also import the objects into the state, and show the preview unless a secret is missing",
    )
    .addOption(
      withChoices(
        new Option("--kind <kinds...>", "only objects of these kinds (default: all)"),
        kinds,
      ),
    )
    .option("--id <ids...>", "only objects with these IDs")
    .option("--name <patterns...>", "only objects whose name matches (* and ? are wildcards)")
    .option("--as <name>", asHelp)
    .option("--plugin", pluginHelp)
    .option(
      "--from-terraform <file>",
      "import the objects, with their secrets, from a file that `terraform show -json` or `tofu show -json` wrote",
    )
    .option(
      "--from-pulumi <stack>",
      "import the objects, with their secrets, from a stack of pulumi-auth0: its name, folder:stack, " +
        "or a file that `pulumi stack export --show-secrets` wrote",
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

const declaredHelp =
  "import the objects that the program declares and no stack manages, and write no program; " +
  "without --run, only list them";

const asHelp =
  "with one --id: the name (or URN) of the resource that declares the object in your program; " +
  "write no program";

const pluginHelp =
  "the plugin serves the program (default: in every language but TypeScript; " +
  "there, if Pulumi.yaml names it, or serves all objects in the stack)";

const forceHelp =
  "import objects that another stack manages, or may manage because its state can't be read. " +
  "Overwrite files in --out that differ, unless an import there is unfinished";

const afterHelp = `
Exit codes: 0 done; 1 failure; 2 --list found objects, or some were not imported; 3 imported, but a step is left for you (see the output)
${examples(
  "import --list",
  "import --stack production --run",
  "import --declared --run --stack production",
  "import --id est_0123456789abcdefghijkl --as crm --run",
  "import --from-terraform state.json --run",
)}`;
