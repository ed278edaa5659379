import { parseUrn } from "../../../../provider/shared/urn";
import { logText } from "../../log";
import { escapedLines, escapeInvisible } from "../../text";
import type { DriftReport, ResourceReport, StackReport, UnmanagedReport } from "../report";
import { importStep, remedies } from "./remedies";
import {
  comparedSummary,
  driftedResources,
  findings,
  groupFindings,
  stackLabel,
  symbols,
  texts,
  totalCounts,
  type UnverifiableGroup,
  verdict,
} from "./summary";

/**
 * The report for a terminal, or for the log of a job. What needs action comes last, where a terminal
 * ends up.
 */
export function terminal(report: DriftReport): string {
  const { clean, unverifiable, unmanaged, drift, failed } = groupFindings(report);
  const blocks = [
    ...cleanBlock(clean.map(({ stack }) => stack)),
    ...unverifiable.map(unverifiableBlock),
    ...unmanaged.map(({ stack }) => unmanagedBlock(stack)),
    ...drift.map(({ stack }) => driftBlock(stack)),
    ...failed.map(({ stack }) => failedBlock(stack)),
    `${verdict(report)} (${totalCounts(report).join(", ")}).`,
  ];
  return logText(blocks);
}

function cleanBlock(stacks: StackReport[]): string[] {
  if (stacks.length === 0) return [];
  const lines = stacks.map(
    (stack) => `  ${symbols.clean} ${label(stack)}: ${comparedSummary(stack)}`,
  );
  return [[texts.clean, ...lines].join("\n")];
}

function unverifiableBlock({ note, objects }: UnverifiableGroup): string {
  const lines = objects.map(({ stack, resource: { kind, name } }) => {
    const object = escapeInvisible(`${kind} "${name}"`);
    return `  ${symbols.unverifiable} ${object} in ${label(stack)}`;
  });
  return [texts.unverifiable, ...lines, ...indented(note, 4)].join("\n");
}

function unmanagedBlock(stack: StackReport): string {
  const { title, command } = importStep(stack);
  const objects = stack.unmanaged?.map(unmanagedLines) ?? [];
  return [`${texts.unmanaged} at ${label(stack)}`, ...objects, `  ${title}: ${command}`].join("\n");
}

function unmanagedLines({ kind, name, id, tenant, createdAt, note }: UnmanagedReport): string {
  const facts = [id, `in ${tenant}`, createdAt && `created ${createdAt}`].filter(Boolean);
  const title = `${symbols.unmanaged} ${kind} "${name}" is in no stack (${facts.join(", ")})`;
  return [escapeInvisible(`  ${title}`), ...indented(note ?? "", 6)].join("\n");
}

const driftBlock = (stack: StackReport) =>
  [
    `${texts.drift} in ${label(stack)}`,
    ...driftedResources(stack).map(objectLines),
    ...remedies(stack).map(({ title, command }) => `  ${title}: ${command}`),
  ].join("\n");

function objectLines(resource: ResourceReport): string {
  const { kind, name, id, tenant, result, updatedAt, properties, note } = resource;
  const facts = [id, tenant && `in ${tenant}`, updatedAt && `last written ${updatedAt}`];
  const title = `${symbols[result]} ${kind} "${name}" is ${result}`;
  return [
    escapeInvisible(`  ${title} (${facts.filter(Boolean).join(", ")})`),
    ...properties.map(({ path, expected, live }) =>
      escapeInvisible(`      ${path}: expected ${valueText(expected)}, live ${valueText(live)}`),
    ),
    ...indented(note ?? "", 6),
  ].join("\n");
}

const valueText = (value: unknown) => (value === undefined ? texts.notSet : JSON.stringify(value));

function failedBlock(stack: StackReport): string {
  const problems = stack.problems.flatMap(({ message, urn }) => {
    const object = urn === undefined ? "" : `"${parseUrn(urn).name}": `;
    return indented(`${symbols.failed} ${object}${message}`, 2);
  });
  return [`${findings(stack)[0]?.text}: ${label(stack)}`, ...problems].join("\n");
}

const label = (stack: StackReport) => escapeInvisible(stackLabel(stack));

const indented = (text: string, spaces: number) =>
  text === "" ? [] : escapedLines(text).map((line) => " ".repeat(spaces) + line);
