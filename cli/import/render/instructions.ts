import { codeBlock, inlineCode } from "../../shared/markdown";
import { countOf, displayName } from "../../shared/text";
import {
  type ImportPlan,
  isReplaced,
  knownValue,
  type PlannedObject,
  type PlannedSecret,
  secretsOf,
} from "../importPlan";

export interface Step {
  text: string;
  /** A part of a program, in Markdown. */
  block?: string;
  commands?: string[];
}

/** What the command has found, and what the user does next, in Markdown. */
export function instructions(plan: ImportPlan, steps: Step[]): string {
  const { tenant, stack, skipped, ignored, objects } = plan;
  const found = countOf(objects.length, "object");
  const blocks = [
    `# Import of ${inlineCode(tenant)} into the stack ${inlineCode(stack)}`,
    `Found ${found} that no stack in this project managed. The command changed nothing in the tenant.`,
    ...foundSecrets(plan),
    ...(steps.length > 0 ? ["## Next"] : []),
    ...steps.map((step, index) => stepBlock(step, index + 1)),
    ...forgetting(plan),
    ...section("## Not imported", [...skipped.map(skippedLine), ...ignored.map(ignoredLine)]),
    ...section("## Partly imported", objects.flatMap(noteLines)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function foundSecrets(plan: ImportPlan): string[] {
  const keysOf = (some: PlannedSecret[]) =>
    some.map(({ configKey }) => inlineCode(configKey)).join(", ");
  const known = secretsOf(plan).filter((secret) => knownValue(secret) !== undefined);
  const old = known.filter(({ inOldState }) => inOldState !== undefined);
  const configured = keysOf(known.filter((secret) => !old.includes(secret)));
  const replaced = keysOf(old.filter(isReplaced));
  const kept = old.filter((secret) => !isReplaced(secret));
  const configuration = `The configuration of the stack ${inlineCode(plan.stack)}`;
  return [
    configured !== "" &&
      `${configuration} already has ${configured}. Your program reads these values as the objects' secrets. If one of them is for something else, move it to a different key and run the import again.`,
    kept.length > 0 &&
      `${configuration} has ${countOf(kept.length, "secret")} (encrypted) from the old tool's state.`,
    replaced !== "" &&
      `${configuration} and the old tool's state have different values for ${replaced}. The next \`pulumi up\` sends the configured values. To keep the tenant's current secrets, set those in the configuration.`,
  ].filter((text) => text !== false);
}

function forgetting({ forget }: ImportPlan): string[] {
  if (forget === undefined || forget.commands.length === 0) return [];
  const commands = codeBlock(forget.commands.join("\n"), "sh");
  return ["## Make the old tool forget the objects", forget.text, commands];
}

function stepBlock({ text, block = "", commands = [] }: Step, number: number): string {
  const shell = commands.length > 0 ? codeBlock(commands.join("\n"), "sh") : "";
  const blocks = [`${number}. ${text}`, block, shell].filter((one) => one !== "");
  return blocks.map(indentAfterFirstLine).join("\n\n   ");
}

/** The lines of a list's item have to start below its text. */
const indentAfterFirstLine = (block: string) => block.replaceAll("\n", "\n   ");

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [title, lines.join("\n")];

const skippedLine = ({ kind, id, label, reasons }: ImportPlan["skipped"][number]) =>
  `- ${kind} ${inlineCode(label)} (${inlineCode(id)}): ${reasons.map(inlineCode).join("; ")}`;

const ignoredLine = ({ address, reason }: ImportPlan["ignored"][number]) =>
  `- ${inlineCode(displayName(address))}: ${inlineCode(reason)}`;

const noteLines = ({ kind, name, id, notes }: PlannedObject) =>
  notes.map((note) => `- ${kind} ${inlineCode(name)} (${id}): ${inlineCode(note)}`);
