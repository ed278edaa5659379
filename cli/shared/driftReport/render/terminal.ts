import { parseUrn } from "../../../../provider/shared/urn";
import { logText } from "../../log";
import { escapedLines, escapeInvisible } from "../../text";
import { formatTime } from "../../time";
import type { DriftReport, ResourceReport, StackReport, UnmanagedReport } from "../report";
import { importStep, remedies } from "./remedies";
import {
  comparedCounts,
  driftedResources,
  findings,
  groupFindings,
  stackLabel,
  symbols,
  texts,
  type UnverifiableGroup,
  verdict,
} from "./summary";

/**
 * The report for a terminal, or for the log of a job. What needs action comes last, where a terminal
 * ends up.
 */
export function terminal(report: DriftReport): string {
  const { unverifiable, unmanaged, drift, failed } = groupFindings(report);
  const [only, ...others] = report.stacks.map(label);
  const isSingle = others.length === 0;
  const blocks = [
    ...unverifiable.map(unverifiableBlock),
    ...unmanaged.map(({ stack }) => unmanagedBlock(stack)),
    ...drift.map(({ stack }) => driftBlock(stack)),
    ...failed.map(({ stack }) => failedBlock(stack)),
    `${verdict(report, isSingle ? only : undefined)} (${comparedCounts(report).join(", ")}).`,
  ];
  const text = logText(blocks);
  // No line of progress is above it.
  return isSingle ? text.trimStart() : text;
}

function unverifiableBlock({ note, objects }: UnverifiableGroup): string {
  const lines = objects.map(({ stack, resource: { kind, name } }) => {
    const object = escapeInvisible(`${kind} "${name}"`);
    return `  ${symbols.unverifiable} ${object} in ${label(stack)}`;
  });
  const reason = note === "" ? "" : `: ${escapeInvisible(note)}`;
  return [`${texts.unverifiable}${reason}`, ...lines].join("\n");
}

function unmanagedBlock(stack: StackReport): string {
  const { title, command } = importStep(stack);
  const objects = stack.unmanaged?.map(unmanagedLines) ?? [];
  return [`${texts.unmanaged} at ${label(stack)}`, ...objects, `  ${title}: ${command}`].join("\n");
}

function unmanagedLines({ kind, name, id, tenant, createdAt, note }: UnmanagedReport): string {
  const created = createdAt && `created ${formatTime(createdAt)}`;
  const facts = [id, `in ${tenant}`, created].filter(Boolean);
  const title = `${symbols.unmanaged} ${kind} "${name}" (${facts.join(", ")})`;
  return [escapeInvisible(`  ${title}`), ...indented(note ?? "", 6)].join("\n");
}

/** Most stacks have one tenant, which their first line names; an object of another one names its own. */
function driftBlock(stack: StackReport): string {
  const resources = driftedResources(stack);
  const tenant = resources.find((resource) => resource.tenant !== undefined)?.tenant;
  const at = tenant === undefined ? "" : escapeInvisible(` at ${tenant}`);
  return [
    `${texts.drift} in ${label(stack)}${at}`,
    ...resources.map((resource) => objectLines(resource, tenant)),
    ...remedies(stack).map(({ title, command }) => `  ${title}: ${command}`),
  ].join("\n");
}

function objectLines(resource: ResourceReport, tenantOfStack: string | undefined): string {
  const { kind, name, id, tenant, result, updatedAt, properties, note } = resource;
  const facts = [
    id,
    tenant !== tenantOfStack && tenant && `in ${tenant}`,
    updatedAt && `last written ${formatTime(updatedAt)}`,
  ];
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
