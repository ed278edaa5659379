import { posix } from "node:path";
import { npxCommand } from "../../provider/shared/command";
import { shellWord } from "../../provider/shared/shellWord";
import { codeBlock } from "../shared/markdown";
import { folderOption, stackOptions, wordOrOption } from "../shared/shellCommands";
import { countOf } from "../shared/text";
import { type ImportPlan, isReplaced, secretsOf, unknownSecrets } from "./importPlan";
import { codeFile, entryToComplete, importOptions, type Phase, type Placement } from "./placement";
import { importFileName } from "./render/importFile";
import type { Step } from "./render/instructions";

export function nextSteps(plan: ImportPlan, placement: Placement, phase: Phase): Step[] {
  if (plan.objects.length === 0) return [];
  return [
    ...(phase === "planned" ? [importStep(placement)] : []),
    ...lineStep(placement, phase),
    ...(placement.isPlugin ? [copyStep(plan, placement)] : []),
    ...secretSteps(plan, placement),
    {
      text: "Check for drift. The check shows what has changed in the tenant since the import.",
      commands: [driftCommand(placement)],
    },
  ];
}

/** Projects of other runtimes haven't installed this package. */
const driftCommand = ({ runtime, stack }: Placement) =>
  runtime === "nodejs"
    ? `${npxCommand} drift ${shellWord(stack.name)}${folderOption(stack.folder)}`
    : `pulumi refresh --preview-only --expect-no-changes --diff ${stackOptions(stack)}`;

function lineStep(placement: Placement, phase: Phase): Step[] {
  const entry = entryToComplete(placement, phase);
  if (entry === undefined) return [];
  const effect =
    phase === "imported"
      ? "Without it, the preview plans to delete the objects, and their protection makes the preview fail."
      : "Add it only after the import. Otherwise, `pulumi up` would recreate every object.";
  const text = `Add this line to \`${entry.file}\`, unless your program already declares the resources for another stack. ${effect}`;
  return [{ text, block: codeBlock(entry.statement) }];
}

function importCommand(placement: Placement): string {
  const { stack, variables } = placement;
  // The shell reads secrets when the command runs.
  const assignments = variables.flatMap(({ name, value, configKey, secret }) => {
    const get = `"$(pulumi config get ${configKey} ${stackOptions(stack)})"`;
    return configKey === undefined ? [] : `${name}=${secret ? get : shellWord(value)}`;
  });
  const options = importOptions(placement).map(wordOrOption).join(" ");
  return [...assignments, `pulumi import ${options} ${stackOptions(stack)}`].join(" \\\n");
}

/** How the user completes an import that ended early, with its import file. */
export function continueNote(placement: Placement): string {
  const { stack } = placement;
  return `To complete the import into the stack ${stack.name}, run this command, then \`pulumi preview\`, which shows what is left:\n\n${importCommand(placement)}\n`;
}

function importStep(placement: Placement): Step {
  const { stack, out, isPlugin, variables } = placement;
  const file = posix.join(stack.folder, out, importFileName);
  const text = "Import the objects into the state. Each object gets the `protect` option.";
  const ofPlugin = variables.length > 0 ? `${readsObjects} ${readsEnvironment}` : readsObjects;
  return isPlugin
    ? { text: `${text} ${ofPlugin}`, commands: [importCommand(placement)] }
    : {
        text: `${text} The import sends no request to the tenant. Then delete the file, because it may contain secrets.`,
        commands: [importCommand(placement), `rm ${shellWord(file)}`],
      };
}

const readsObjects =
  "Pulumi reads each object and writes the program. Continue only after exit code 0, because `pulumi up` would create every object that the state lacks. If Pulumi can't read an object, fix the cause or remove the object from the file, and run the command again.";

const readsEnvironment =
  "`pulumi import` doesn't run your program, and only your program passes `auth0:*` to the plugin. So the command sets the tenant and the credentials as environment variables.";

/** The one thing that `pulumi import` leaves to the user: its code isn't the whole program. */
function copyStep(plan: ImportPlan, placement: Placement): Step {
  const keys = secretsOf(plan).map(({ configKey }) => `\`${configKey}\``);
  const placeholders = `Auth0 doesn't return secrets, so the file has a placeholder for each. Read these secrets from the stack's configuration instead: ${keys.join(", ")}.`;
  const texts = [
    `Copy the resources from \`${codeFile(placement)}\` into your program. Pulumi's code may need corrections, which your language's page in the documentation lists.`,
    ...(keys.length > 0 ? [placeholders] : []),
  ];
  return { text: texts.join(" ") };
}

function secretSteps(plan: ImportPlan, placement: Placement): Step[] {
  const stack = stackOptions(placement.stack);
  const unknown = unknownSecrets(plan);
  // Pulumi writes no known secret into the state of the plugin's objects.
  const sent = placement.isPlugin
    ? secretsOf(plan).length
    : unknown.length + secretsOf(plan).filter(isReplaced).length;
  const setKeys: Step = {
    text: "Set the secrets, because Auth0 doesn't return them. Use the current ones, or choose new ones and give them to the receivers, too. Pulumi asks for each value.",
    commands: unknown.map(({ configKey }) => `pulumi config set --secret ${configKey} ${stack}`),
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
