import { countOf } from "../shared/number";
import { shellWord } from "../shared/shellWord";
import type { ImportPlan } from "./plan";
import type { Step } from "./render/readme";

/** Where an import is written, and how far it is. */
export interface Placement {
  /** The folder of the Pulumi program, as the user names it. */
  cwd: string;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  /** The line that adds the generated resources to a file of the program, which lacks it. */
  missingLine?: { file: string; line: string };
  /** Whether the state gets the objects in the same run. */
  run: boolean;
}

/** What a person does after an import, in order. */
export function nextSteps(plan: ImportPlan, placement: Placement): Step[] {
  if (plan.objects.length === 0) return [];
  return [
    ...programStep(placement),
    ...(placement.run ? [] : [importStep(plan, placement)]),
    ...secretSteps(plan, placement),
  ];
}

/** The options of `pulumi` that name the stack. */
function stackOption({ stack }: ImportPlan, { cwd }: Placement): string {
  const folder = cwd === "." ? "" : ` --cwd ${shellWord(cwd)}`;
  return `--stack ${shellWord(stack)}${folder}`;
}

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
  const isUnknown = ({ value }: { value?: string }) => value === undefined;
  const incomplete = plan.objects.filter(({ secrets }) => secrets.some(isUnknown));
  const preview = `pulumi preview ${stack}`;
  if (incomplete.length === 0) {
    return [{ text: "Preview. It shows no change.", commands: [preview] }];
  }
  const keys = incomplete.flatMap(({ secrets }) => secrets.filter(isUnknown));
  const objects = countOf(incomplete.length, "object");
  return [
    {
      text: "Set the secrets that the service does not return: those that the tenant has, or new ones, which you also give to the receivers. Pulumi asks for each value.",
      commands: keys.map(({ configKey }) => `pulumi config set --secret ${configKey} ${stack}`),
    },
    {
      text: `Preview. It shows an update of ${objects}, for the secrets alone.`,
      commands: [preview],
    },
    {
      text: `Send the secrets, with one PATCH for each of the ${objects}. Nothing is created or deleted.`,
      commands: [`pulumi up ${stack}`],
    },
  ];
}
