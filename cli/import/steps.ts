import { shellWord } from "../../provider/shared/shellWord";
import { countOf } from "../shared/number";
import { importFileName, importOptions, type Language } from "./languages";
import { type ImportPlan, unknownSecrets } from "./plan";
import type { Step } from "./render/readme";
import { secretsTable } from "./render/secretsTable";

/** A line that a person adds to a file of the program. */
export interface MissingLine {
  file: string;
  line: string;
}

/** Where an import is written, and how far it is. */
export interface Placement {
  /** The folder of the Pulumi program, as the user names it. */
  cwd: string;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  language: Language;
  /** Whether the state has the objects. */
  imported: boolean;
  /** Adds the generated resources to the program. */
  missingLine: MissingLine | undefined;
}

/** What a person does after an import, in order. */
export function nextSteps(plan: ImportPlan, placement: Placement): Step[] {
  if (plan.objects.length === 0) return [];
  const { language, imported } = placement;
  return [
    ...(imported ? [] : [importStep(plan, placement)]),
    ...lineStep(placement),
    ...(language.servedByPlugin ? [copyStep(plan, placement)] : []),
    ...secretSteps(plan, placement),
    {
      text: "Check for drift. The check shows what has changed in the tenant since the import.",
      commands: [`npx auth0-native drift ${shellWord(plan.stack)}${folderOption(placement)}`],
    },
  ];
}

const folderOption = ({ cwd }: Placement) => (cwd === "." ? "" : ` --cwd ${shellWord(cwd)}`);

/** The options of `pulumi` that name the stack. */
const stackOption = ({ stack }: ImportPlan, placement: Placement) =>
  `--stack ${shellWord(stack)}${folderOption(placement)}`;

function lineStep({ missingLine, imported }: Placement): Step[] {
  if (missingLine === undefined) return [];
  const { file, line } = missingLine;
  const effect = imported
    ? "Without them, the preview plans to delete the objects, which their protection prevents."
    : "Not before the import: `pulumi up` would create every object again.";
  return [
    {
      text: `Add the resources to your program: write this line into \`${file}\`. ${effect}`,
      code: line,
    },
  ];
}

function importStep(plan: ImportPlan, placement: Placement): Step {
  const { cwd, out, language } = placement;
  const file = `${out}/${importFileName}`;
  const effect = language.servedByPlugin
    ? "Pulumi reads each of them, and writes the program."
    : "This sends no request to the tenant. Then delete the file, which may hold secrets.";
  const options = importOptions(language, out).map(shellWord).join(" ");
  return {
    text: `Import the objects into the state, with the option \`protect\`. ${effect}`,
    commands: [
      `pulumi import ${options} --yes ${stackOption(plan, placement)}`,
      `rm ${shellWord(cwd === "." ? file : `${cwd}/${file}`)}`,
    ],
  };
}

function copyStep(plan: ImportPlan, { out, language }: Placement): Step {
  const file = `\`${out}/${language.programFile}\``;
  const table = secretsTable(plan, language);
  if (table === "") return { text: `Copy the resources from ${file} into your program.` };
  return {
    text: `Copy the resources from ${file} into your program. In place of the secrets, which the service does not return, the file has placeholders: replace each by an expression that reads a secret of the stack's configuration.`,
    block: table,
  };
}

function secretSteps(plan: ImportPlan, placement: Placement): Step[] {
  const stack = stackOption(plan, placement);
  const keys = unknownSecrets(plan).map(({ configKey }) => configKey);
  const preview = `pulumi preview ${stack}`;
  const { servedByPlugin } = placement.language;
  // Pulumi writes no known secret into the state of the plugin's objects.
  const sent = servedByPlugin ? plan.objects.flatMap(({ secrets }) => secrets).length : keys.length;
  const setKeys: Step = {
    text: "Set the secrets that the service does not return: those that the tenant has, or new ones, which you also give to the receivers. Pulumi asks for each value.",
    commands: keys.map((key) => `pulumi config set --secret ${key} ${stack}`),
  };
  if (sent === 0) return [{ text: "Preview. It shows no change.", commands: [preview] }];
  return [
    ...(keys.length > 0 ? [setKeys] : []),
    {
      text: `Preview. It shows an update of ${countOf(sent, "secret")}, and no other change.`,
      commands: [preview],
    },
    {
      text: "Send the secrets, with one PATCH for each object.",
      commands: [`pulumi up ${stack}`],
    },
  ];
}
