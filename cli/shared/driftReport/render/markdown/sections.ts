import { codeLines, diagnosticText, inlineCode, nextStep } from "../../../markdown";
import { limited } from "../../../markdownRoom";
import { formatTime } from "../../../time";
import type { StackReport, UnmanagedReport } from "../../report";
import { isDrifted, isFailed, type NumberedStack, type UnverifiableGroup } from "../findings";
import { importStep, remedies } from "../remedies";
import { comparedSummary, stackLabel } from "../summary";
import { texts } from "../texts";

/** A stack that could not be checked, or only in part, and why. */
export function failedStack({ stack }: NumberedStack): string {
  const partial = isDrifted(stack) ? [texts.partialWhy] : [];
  return [stackTitle(stack), ...limited(stack.problems, diagnosticText), ...partial].join("\n\n");
}

/** The start of a stack with drift: what to do. Its objects follow. */
export function driftedStackHead(stack: StackReport): string {
  const partial = isFailed(stack) ? [texts.partialWhy] : [];
  return [stackTitle(stack), ...partial, ...remedies(stack).map(nextStep)].join("\n\n");
}

const stackTitle = (stack: StackReport) => `#### ${inlineCode(stackLabel(stack))}`;

/** What the tenants of a stack have and no stack declares. */
export function unmanagedStack({ stack }: NumberedStack): string {
  const objects = limited(stack.unmanaged ?? [], unmanagedItem).join("\n");
  return [stackTitle(stack), nextStep(importStep(stack)), objects].join("\n\n");
}

function unmanagedItem({ kind, name, id, tenant, createdAt, note }: UnmanagedReport): string {
  const created = createdAt === undefined ? "" : `, created ${inlineCode(formatTime(createdAt))}`;
  const more = note === undefined ? "" : `<br>${codeLines(note)}`;
  return `- ${inlineCode(kind)} ${inlineCode(name)} (${inlineCode(id)} at ${inlineCode(tenant)}${created})${more}`;
}

/** Objects that cannot be verified, below their common reason. */
export function unverifiableGroup({ note, objects }: UnverifiableGroup): string {
  const reason = note === "" ? [] : [`> ${codeLines(note)}`];
  return [...reason, limited(objects, groupItem).join("\n")].join("\n\n");
}

function groupItem({ stack, resource }: UnverifiableGroup["objects"][number]): string {
  const { kind, name, id, tenant } = resource;
  const where = tenant === undefined ? "" : ` at ${inlineCode(tenant)}`;
  const object = `${inlineCode(kind)} ${inlineCode(name)} (${inlineCode(id)}${where})`;
  return `- ${object} of ${inlineCode(stackLabel(stack))}`;
}

export const cleanStack = ({ stack }: NumberedStack): string =>
  `- ${inlineCode(stackLabel(stack))}: ${comparedSummary(stack)}`;
