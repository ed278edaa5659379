import { npxCommand } from "../../provider/shared/command";
import { shellWord } from "../../provider/shared/shellWord";
import { folderOption, stackOptions, wordOrOption } from "../shared/shellCommands";
import { countOf } from "../shared/text";
import { importFileName, importOptions, type Language } from "./languages";
import type { PluginVariable } from "./openTarget";
import { type ImportPlan, type PlannedObject, secretsToSend, unknownSecrets } from "./plan";
import { type Step, secretsTable } from "./render/readme";

/** Where an import is written, and how far it is. */
export interface Placement {
  /** The folder of the Pulumi program, as the user names it. */
  cwd: string;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  language: Language;
  /** What `pulumi import` gets by the environment. */
  variables: PluginVariable[];
  /** Whether the program declares the objects, so that it needs no generated resources. */
  declared: boolean;
  imported: boolean;
  /** Those of the objects for which Pulumi has written no code. */
  withoutCode: PlannedObject[];
  /** What adds the generated resources to a file of the program, once the program was read. */
  missingLine?: { file: string; line: string } | undefined;
}

/** What the user does after an import, in order. */
export function nextSteps(plan: ImportPlan, placement: Placement): Step[] {
  if (plan.objects.length === 0) return [];
  const { language, declared, imported } = placement;
  return [
    ...(imported ? [] : [importStep(plan, placement)]),
    ...lineStep(placement),
    ...(language.servedByPlugin && !declared ? [copyStep(plan, placement)] : []),
    ...secretSteps(plan, placement),
    {
      text: "Check for drift. The check shows what has changed in the tenant since the import.",
      commands: [driftCommand(plan, placement)],
    },
  ];
}

const stackOption = ({ stack }: ImportPlan, { cwd }: Pick<Placement, "cwd">) =>
  stackOptions({ name: stack, folder: cwd });

/** Projects of other runtimes have not installed this package. */
const driftCommand = (plan: ImportPlan, placement: Placement) =>
  placement.language.runtime === "nodejs"
    ? `${npxCommand} drift ${shellWord(plan.stack)}${folderOption(placement.cwd)}`
    : `pulumi refresh --preview-only --expect-no-changes --diff ${stackOption(plan, placement)}`;

function lineStep({ missingLine, imported }: Placement): Step[] {
  if (missingLine === undefined) return [];
  const { file, line } = missingLine;
  const effect = imported
    ? "Without it, the preview plans to delete the objects, which their protection prevents."
    : "Do this after the import: before it, `pulumi up` would create every object again.";
  return [
    {
      text: `Add this line to \`${file}\`, unless your program declares the resources for another stack already. ${effect}`,
      code: line,
    },
  ];
}

function importCommand(plan: ImportPlan, placement: Placement): string {
  const { language, out } = placement;
  const options = importOptions(language, out).map(wordOrOption).join(" ");
  const command = `pulumi import ${options} ${stackOption(plan, placement)}`;
  return [...assignments(plan, placement), command].join(" \\\n");
}

/** How the user completes an import that has ended early, which the file of the import does. */
export function continueNote(plan: ImportPlan, placement: Placement): string {
  const { out, declared } = placement;
  const otherSteps = declared ? "" : `, then the other steps in ${out}/README.md`;
  return `To complete the import into the stack ${plan.stack}, run this command${otherSteps}:\n\n${importCommand(plan, placement)}\n`;
}

function importStep(plan: ImportPlan, placement: Placement): Step {
  const { cwd, out, language, variables } = placement;
  const file = `${out}/${importFileName}`;
  const command = importCommand(plan, placement);
  const text = "Import the objects into the state, with the option `protect`.";
  if (language.servedByPlugin) {
    return {
      text: [text, readsObjects, ...(variables.length > 0 ? [readsEnvironment] : [])].join(" "),
      commands: [command],
    };
  }
  return {
    text: `${text} This sends no request to the tenant. Then delete the file, which may hold secrets.`,
    commands: [command, `rm ${shellWord(cwd === "." ? file : `${cwd}/${file}`)}`],
  };
}

const readsObjects =
  "Pulumi reads each object, and writes the program. If an object cannot be read, Pulumi names it, imports the others, and does not exit with 0. Then remove the cause, or the object from the file, and run the command again: it imports what is missing. Go on only after exit code 0, because `pulumi up` creates the objects that the program declares and the state lacks.";

const readsEnvironment =
  "`pulumi import` runs no program, and only a program passes `auth0:*` to the plugin. So the command sets the tenant and the credentials as environment variables.";

/** The settings for one command of a shell. It reads those that are secret when it runs. */
const assignments = (plan: ImportPlan, placement: Placement) =>
  placement.variables.flatMap(({ name, value, configKey, secret }) => {
    if (configKey === undefined) return [];
    const get = `"$(pulumi config get ${configKey} ${stackOption(plan, placement)})"`;
    return `${name}=${secret ? get : shellWord(value)}`;
  });

function copyStep(plan: ImportPlan, { out, language, imported, withoutCode }: Placement): Step {
  const table = secretsTable(plan, language);
  const file = `\`${out}/${language.programFile}\``;
  const withCode = plan.objects.filter((object) => !withoutCode.includes(object));
  const hasCode = withCode.length > 0;
  const hasPlaceholders = withCode.some(({ secrets }) => secrets.length > 0);
  const texts = [
    hasCode && `Copy the resources from ${file} into your program.`,
    hasCode && language.codeAdvice,
    withoutCode.length > 0 && missingResources(withoutCode),
    hasPlaceholders && placeholdersText,
    table !== "" && secretsText,
    table !== "" && !imported && language.secretsAdvice,
  ];
  return { text: texts.filter(Boolean).join(" "), ...(table !== "" && { block: table }) };
}

function missingResources(objects: PlannedObject[]): string {
  const names = objects.map(({ kind, name, id }) => `${kind} \`${name}\` (${id})`).join(", ");
  return `Pulumi has written no code for ${names}: write these resources into your program, with these names and the option \`protect\`. The preview shows where they differ from the tenant.`;
}

const placeholdersText =
  "Where the service does not return a secret, the file has a placeholder: replace it with the expression that reads the secret from the stack's configuration.";

const secretsText = "Your program reads the secrets as follows:";

function secretSteps(plan: ImportPlan, placement: Placement): Step[] {
  const stack = stackOption(plan, placement);
  const keys = unknownSecrets(plan).map(({ configKey }) => configKey);
  // Pulumi writes no known secret into the state of the plugin's objects.
  const { servedByPlugin } = placement.language;
  const sent = servedByPlugin
    ? plan.objects.flatMap(({ secrets }) => secrets).length
    : secretsToSend(plan).length;
  const setKeys: Step = {
    text: "Set the secrets, which the service does not return. Use the current ones, or choose new ones and give them to the receivers as well. Pulumi asks for each value.",
    commands: keys.map((key) => `pulumi config set --secret ${key} ${stack}`),
  };
  const up: Step = {
    text: "Send the secrets, with one PATCH for each object.",
    commands: [`pulumi up ${stack}`],
  };
  return [
    ...(keys.length > 0 ? [setKeys] : []),
    {
      text: `Preview the program. The preview shows ${expectedPreview(sent, placement)}.`,
      commands: [`pulumi preview ${stack}`],
    },
    ...(sent > 0 ? [up] : []),
  ];
}

function expectedPreview(sentSecrets: number, { declared }: Placement): string {
  if (declared) return "where the program differs from the tenant";
  return sentSecrets === 0
    ? "no change"
    : `updates that send ${countOf(sentSecrets, "secret")}, and no other change`;
}
