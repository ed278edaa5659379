import type { Diagnostic } from "../../../diagnostic";
import { codeBlock, codeLines, inlineCode } from "../../../markdown";
import { formatNumber } from "../../../number";
import type { StackReport } from "../../report";
import { isDrifted, isFailed, type NumberedStack, type UnverifiableGroup } from "../findings";
import { remedies } from "../remedies";
import { comparedSummary, stackLabel } from "../summary";
import { texts } from "../texts";
import { takeWhileFits } from "./room";

/** Characters for a list within one section, so that one list cannot take the room of the others. */
const maxListLength = 3_000;

/** A stack that could not be checked, or only in part, and why. */
export function failedStack({ stack }: NumberedStack): string {
  const partial = isDrifted(stack) ? [texts.partialWhy] : [];
  return [stackTitle(stack), ...limited(stack.problems, diagnosticText), ...partial].join("\n\n");
}

function diagnosticText({ message, urn }: Diagnostic): string {
  const object = urn === undefined ? [] : [inlineCode(urn)];
  return `> ${[codeLines(message), ...object].join("<br>")}`;
}

/** The start of a stack with drift: what to do. Its objects follow. */
export function driftedStackHead(stack: StackReport): string {
  const steps = remedies(stack).map(
    ({ title, effect, command }) => `**${title}.** ${effect}\n\n${codeBlock(command, "sh")}`,
  );
  const partial = isFailed(stack) ? [texts.partialWhy] : [];
  return [stackTitle(stack), ...partial, ...steps].join("\n\n");
}

const stackTitle = (stack: StackReport) => `#### ${inlineCode(stackLabel(stack))}`;

/** Objects that cannot be verified, below their common reason. */
export function unverifiableGroup({ note, objects }: UnverifiableGroup): string {
  const reason = note === "" ? [] : [`> ${codeLines(note)}`];
  return [...reason, limited(objects, groupItem).join("\n")].join("\n\n");
}

function groupItem({ stack, resource }: UnverifiableGroup["objects"][number]): string {
  const { type, name, id, tenant } = resource;
  const where = tenant === undefined ? "" : ` at ${inlineCode(tenant)}`;
  const object = `${inlineCode(type)} ${inlineCode(name)} (${inlineCode(id)}${where})`;
  return `- ${object} of ${inlineCode(stackLabel(stack))}`;
}

/** The items that fit into one list, and how many more there are. */
function limited<T>(items: T[], render: (item: T) => string): string[] {
  const blocks = takeWhileFits(items, maxListLength, render);
  const more = items.length - blocks.length;
  return more > 0 ? [...blocks, `\nAnd ${formatNumber(more)} more.`] : blocks;
}

export const cleanStack = ({ stack }: NumberedStack): string =>
  `- ${inlineCode(stackLabel(stack))}: ${comparedSummary(stack)}`;
