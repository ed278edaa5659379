import { countOf } from "../shared/number";
import { shellWord } from "../shared/shellWord";
import { type ImportPlan, unknownSecrets } from "./plan";
import type { Step } from "./render/readme";

/** Where an import is written, and how far it is. */
export interface Placement {
  /** The folder of the Pulumi program, as the user names it. */
  cwd: string;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  /** The line that adds the generated resources to a file of the program, which lacks it. */
  missingLine?: { file: string; line: string };
  /** Whether the state has the objects. */
  imported: boolean;
}

/** What a person does after an import, in order. */
export function nextSteps(plan: ImportPlan, placement: Placement): Step[] {
  if (plan.objects.length === 0) return [];
  return [
    ...programStep(placement),
    ...(placement.imported ? [] : [importStep(plan, placement)]),
    ...secretSteps(plan, placement),
    {
      text: "Check for drift: it shows what has changed in the tenant since the import.",
      commands: [`npx auth0-native drift ${shellWord(plan.stack)}${folderOption(placement)}`],
    },
  ];
}

const folderOption = ({ cwd }: Placement) => (cwd === "." ? "" : ` --cwd ${shellWord(cwd)}`);

/** The options of `pulumi` that name the stack. */
const stackOption = ({ stack }: ImportPlan, placement: Placement) =>
  `--stack ${shellWord(stack)}${folderOption(placement)}`;

function programStep({ missingLine }: Placement): Step[] {
  if (missingLine === undefined) return [];
  const { file, line } = missingLine;
  return [
    { text: `Add the resources to your program: write this line into \`${file}\`.`, code: line },
  ];
}

function importStep(plan: ImportPlan, placement: Placement): Step {
  const { cwd, out } = placement;
  const file = `${out}/import.json`;
  const fromHere = cwd === "." ? file : `${cwd}/${file}`;
  return {
    text: "Import the objects into the state, with the option `protect`. This sends no request to the tenant. Then delete the file, which may hold secrets.",
    commands: [
      `pulumi import --file ${shellWord(file)} --generate-code=false --yes ${stackOption(plan, placement)}`,
      `rm ${shellWord(fromHere)}`,
    ],
  };
}

function secretSteps(plan: ImportPlan, placement: Placement): Step[] {
  const stack = stackOption(plan, placement);
  const keys = unknownSecrets(plan).map(({ configKey }) => configKey);
  const preview = `pulumi preview ${stack}`;
  if (keys.length === 0) {
    return [{ text: "Preview. It shows no change.", commands: [preview] }];
  }
  const secrets = countOf(keys.length, "secret");
  return [
    {
      text: "Set the secrets that the service does not return: those that the tenant has, or new ones, which you also give to the receivers. Pulumi asks for each value.",
      commands: keys.map((key) => `pulumi config set --secret ${key} ${stack}`),
    },
    {
      text: `Preview. It shows an update of ${secrets}, and no other change.`,
      commands: [preview],
    },
    {
      text: "Send the secrets, with one PATCH for each object.",
      commands: [`pulumi up ${stack}`],
    },
  ];
}
