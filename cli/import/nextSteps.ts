import { posix } from "node:path";
import { npxCommand } from "../../provider/shared/command";
import { shellWord } from "../../provider/shared/shellWord";
import { codeBlock } from "../shared/markdown";
import { folderOption, stackOptions, wordOrOption } from "../shared/shellCommands";
import { countOf } from "../shared/text";
import { importFileName, importOptions, type Language } from "./languages";
import { entryToComplete, type Phase, type Placement } from "./placement";
import { type ImportPlan, isReplaced, type PlannedObject, secretsOf, unknownSecrets } from "./plan";
import { type Step, secretsTable } from "./render/readme";

export function nextSteps(plan: ImportPlan, placement: Placement, phase: Phase): Step[] {
  if (plan.objects.length === 0) return [];
  const { language } = placement;
  return [
    ...(phase.state === "planned" ? [importStep(placement)] : []),
    ...lineStep(placement, phase),
    ...(language.servedByPlugin ? [copyStep(plan, language, placement.out, phase)] : []),
    ...secretSteps(plan, placement),
    {
      text: "Check for drift. The check shows what has changed in the tenant since the import.",
      commands: [driftCommand(placement)],
    },
  ];
}

/** Projects of other runtimes haven't installed this package. */
const driftCommand = ({ language, stack }: Placement) =>
  language.runtime === "nodejs"
    ? `${npxCommand} drift ${shellWord(stack.name)}${folderOption(stack.folder)}`
    : `pulumi refresh --preview-only --expect-no-changes --diff ${stackOptions(stack)}`;

function lineStep(placement: Placement, phase: Phase): Step[] {
  const entry = entryToComplete(placement, phase);
  if (entry === undefined) return [];
  const effect =
    phase.state === "imported"
      ? "Without it, the preview plans to delete the objects, and their protection makes the preview fail."
      : "Add it only after the import. Otherwise, `pulumi up` would recreate every object.";
  const text = `Add this line to \`${entry.file}\`, unless your program already declares the resources for another stack. ${effect}`;
  return [{ text, block: codeBlock(entry.statement) }];
}

function importCommand({ stack, language, out, variables }: Placement): string {
  // The shell reads secrets when the command runs.
  const assignments = variables.flatMap(({ name, value, configKey, secret }) => {
    const get = `"$(pulumi config get ${configKey} ${stackOptions(stack)})"`;
    return configKey === undefined ? [] : `${name}=${secret ? get : shellWord(value)}`;
  });
  const options = importOptions(language, out).map(wordOrOption).join(" ");
  return [...assignments, `pulumi import ${options} ${stackOptions(stack)}`].join(" \\\n");
}

/** How the user completes an import that ended early, with its import file. */
export function continueNote(placement: Placement): string {
  const { stack, out } = placement;
  return `To complete the import into the stack ${stack.name}, run this command, then the other steps in ${out}/README.md:\n\n${importCommand(placement)}\n`;
}

function importStep(placement: Placement): Step {
  const { stack, out, language, variables } = placement;
  const file = posix.join(stack.folder, out, importFileName);
  const text = "Import the objects into the state. They get the option `protect`.";
  const ofPlugin = variables.length > 0 ? `${readsObjects} ${readsEnvironment}` : readsObjects;
  return language.servedByPlugin
    ? { text: `${text} ${ofPlugin}`, commands: [importCommand(placement)] }
    : {
        text: `${text} The import sends no request to the tenant. Then delete the file, because it may contain secrets.`,
        commands: [importCommand(placement), `rm ${shellWord(file)}`],
      };
}

const readsObjects =
  "Pulumi reads each object and writes the program. If Pulumi can't read an object, it names the object, imports the others, and exits with a code other than 0. Fix the cause or remove the object from the file, then run the command again to import what is missing. Continue only after exit code 0, because `pulumi up` creates every object that the program declares and the state lacks.";

const readsEnvironment =
  "`pulumi import` doesn't run your program, and only your program passes `auth0:*` to the plugin. So the command sets the tenant and the credentials as environment variables.";

function copyStep(plan: ImportPlan, language: Language, out: string, phase: Phase): Step {
  const table = secretsTable(plan, language);
  const withoutCode = phase.state === "imported" ? phase.withoutCode : [];
  const withCode = plan.objects.filter((object) => !withoutCode.includes(object));
  const hasCode = withCode.length > 0;
  const hasPlaceholders = withCode.some(({ secrets }) => secrets.length > 0);
  const texts = [
    hasCode && `Copy the resources from \`${out}/${language.programFile}\` into your program.`,
    hasCode && language.codeAdvice,
    withoutCode.length > 0 && missingResources(withoutCode),
    hasPlaceholders && placeholdersText,
    table && secretsText,
    table && phase.state === "planned" && language.secretsAdvice,
  ];
  return { text: texts.filter(Boolean).join(" "), block: table };
}

function missingResources(objects: PlannedObject[]): string {
  const names = objects.map(({ kind, name, id }) => `${kind} \`${name}\` (${id})`).join(", ");
  return `Pulumi wrote no code for ${names}. Add these resources to your program, with these names and the option \`protect\`. The preview shows where they differ from the tenant.`;
}

const placeholdersText =
  "Auth0 doesn't return secrets, so the file has a placeholder for each. Replace it with the expression that reads the secret from the stack's configuration.";

const secretsText = "Your program reads the secrets as follows:";

const setSecrets = (plan: ImportPlan, { stack }: Placement): string[] =>
  unknownSecrets(plan).map(
    ({ configKey }) => `pulumi config set --secret ${configKey} ${stackOptions(stack)}`,
  );

/** The end of the command's output. Pulumi can take a minute before it reports a missing secret. */
export function missingSecrets(plan: ImportPlan, placement: Placement): string {
  const commands = setSecrets(plan, placement);
  if (commands.length === 0) return "";
  return `\nBefore you run your program, set its secrets:\n\n${commands.join("\n")}\n`;
}

function secretSteps(plan: ImportPlan, placement: Placement): Step[] {
  const stack = stackOptions(placement.stack);
  const unknown = unknownSecrets(plan);
  // Pulumi writes no known secret into the state of the plugin's objects.
  const sent = placement.language.servedByPlugin
    ? secretsOf(plan).length
    : unknown.length + secretsOf(plan).filter(isReplaced).length;
  const setKeys: Step = {
    text: "Set the secrets, because Auth0 doesn't return them. Use the current ones, or choose new ones and give them to the receivers, too. Pulumi asks for each value.",
    commands: setSecrets(plan, placement),
  };
  const up: Step = {
    text: "Send the secrets. Pulumi sends one PATCH request per object.",
    commands: [`pulumi up ${stack}`],
  };
  return [
    ...(unknown.length > 0 ? [setKeys] : []),
    {
      text: `Preview the program. The preview should show ${expectedPreview(sent)}.`,
      commands: [`pulumi preview ${stack}`],
    },
    ...(sent > 0 ? [up] : []),
  ];
}

function expectedPreview(sentSecrets: number): string {
  return sentSecrets === 0
    ? "no changes"
    : `only the updates that send ${countOf(sentSecrets, "secret")}`;
}
