import type { Json } from "../../../../provider/shared/json";
import {
  codeLines,
  diagnosticText,
  type Fitted,
  fitBlocks,
  inlineCode,
  leftOut,
  lengthOfParts,
  limited,
  maxReportLength,
  nameCell,
  nextStep,
  reportMarkdown,
  table,
  tableCell,
  tableHead,
  tableRow,
  takeWhileFits,
} from "../../markdown";
import { countOf, formatNumber, jsonLines, truncate } from "../../text";
import { formatTime } from "../../time";
import type {
  DriftReport,
  PropertyReport,
  ResourceReport,
  StackReport,
  UnmanagedReport,
} from "../report";
import { importStep, remedies } from "./remedies";
import {
  comparedSummary,
  countColumns,
  driftedResources,
  findings,
  groupFindings,
  isDrifted,
  isFailed,
  type NumberedStack,
  overallStatus,
  stackCounts,
  stackLabel,
  symbols,
  texts,
  totalCounts,
  type UnverifiableGroup,
  verdict,
} from "./summary";

export function markdown(report: DriftReport): string {
  const groups = groupFindings(report);

  // Each part has room for so many characters, and the last one gets the rest.
  const rows = fitBlocks(groups.needAction, 10_000, "table row", stackRow);
  const failed = fitBlocks(groups.failed, 14_000, "failed check", failedStack);
  const unmanaged = fitBlocks(
    groups.unmanaged,
    8_000,
    "stack with unmanaged objects",
    unmanagedStack,
  );
  const unverifiable = fitBlocks(
    groups.unverifiable,
    4_000,
    "unverifiable group",
    unverifiableGroup,
  );
  const clean = fitBlocks(groups.clean, 4_000, "clean stack", cleanStack);
  const left = maxReportLength - lengthOfParts([rows, failed, unmanaged, unverifiable, clean]);
  const drift = fitDrift(groups.drift, left);

  return reportMarkdown({
    title: `${symbols[overallStatus(report)]} ${verdict(report)}`,
    counts: totalCounts(report),
    report,
    notes: report.stacks.length === 0 ? [texts.noStack] : [],
    complete: texts.completeReports,
    rows,
    head: tableHead(["Stack", "Found"], countColumns),
    sections: [
      { title: texts.failed, why: texts.failedWhy, ...failed },
      { title: texts.drift, ...drift },
      { title: texts.unmanaged, why: texts.unmanagedWhy, ...unmanaged },
      { title: texts.unverifiable, why: texts.unverifiableWhy, ...unverifiable },
    ],
    folded: {
      title: `${countOf(groups.clean.length, "stack")} without a difference`,
      why: texts.cleanWhy,
      ...clean,
    },
    end: texts.secrets,
  });
}

/** Each stack is followed by its objects, so that what does not fit is left out at the end. */
function fitDrift(stacks: NumberedStack[], characters: number): Fitted {
  const items = stacks.flatMap(({ stack }) => [stack, ...driftedResources(stack)]);
  const blocks = takeWhileFits(items, characters, (item) =>
    isStack(item) ? driftedStackHead(item) : driftedObject(item),
  );
  const objects = items.slice(blocks.length).filter((item) => !isStack(item));
  return { blocks, leftOut: leftOut(objects.length, "drifted object") };
}

const isStack = (item: StackReport | ResourceReport): item is StackReport => "resources" in item;

function stackRow({ stack }: NumberedStack): string {
  const found = findings(stack).map(({ status, text }) => `${symbols[status]} ${text}`);
  const counts = stackCounts(stack).map(formatNumber);
  return tableRow([nameCell(stackLabel(stack)), found.join(", "), ...counts]);
}

/** A stack that could not be checked, or only in part, and why. */
function failedStack({ stack }: NumberedStack): string {
  const partial = isDrifted(stack) ? [texts.partialWhy] : [];
  return [stackTitle(stack), ...limited(stack.problems, diagnosticText), ...partial].join("\n\n");
}

/** The start of a stack with drift: what to do. Its objects follow. */
function driftedStackHead(stack: StackReport): string {
  const partial = isFailed(stack) ? [texts.partialWhy] : [];
  return [stackTitle(stack), ...partial, ...remedies(stack).map(nextStep)].join("\n\n");
}

const stackTitle = (stack: StackReport) => `#### ${inlineCode(stackLabel(stack))}`;

/** What the tenants of a stack have and no stack declares. */
function unmanagedStack({ stack }: NumberedStack): string {
  const objects = limited(stack.unmanaged ?? [], unmanagedItem).join("\n");
  return [stackTitle(stack), nextStep(importStep(stack)), objects].join("\n\n");
}

function unmanagedItem({ kind, name, id, tenant, createdAt, note }: UnmanagedReport): string {
  const created = createdAt === undefined ? "" : `, created ${inlineCode(formatTime(createdAt))}`;
  const more = note === undefined ? "" : `<br>${codeLines(note)}`;
  return `- ${inlineCode(kind)} ${inlineCode(name)} (${inlineCode(id)} at ${inlineCode(tenant)}${created})${more}`;
}

/** Objects that cannot be verified, below their common reason. */
function unverifiableGroup({ note, objects }: UnverifiableGroup): string {
  const reason = note === "" ? [] : [`> ${codeLines(note)}`];
  return [...reason, limited(objects, groupItem).join("\n")].join("\n\n");
}

function groupItem({ stack, resource }: UnverifiableGroup["objects"][number]): string {
  const { kind, name, id, tenant } = resource;
  const where = tenant === undefined ? "" : ` at ${inlineCode(tenant)}`;
  const object = `${inlineCode(kind)} ${inlineCode(name)} (${inlineCode(id)}${where})`;
  return `- ${object} of ${inlineCode(stackLabel(stack))}`;
}

const cleanStack = ({ stack }: NumberedStack): string =>
  `- ${inlineCode(stackLabel(stack))}: ${comparedSummary(stack)}`;

/** Characters for one object's table and for one value, so that many objects fit a report. */
const maxTableLength = 6_000;
const maxValueLength = 300;

/** A drifted object: what it is, what differs and what to do. */
function driftedObject(resource: ResourceReport): string {
  const { result, kind, name, properties, note } = resource;
  return [
    `**${symbols[result]} ${result}** ${inlineCode(kind)} ${inlineCode(name)}`,
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...differencesTable(properties),
    ...(note === undefined ? [] : [`> ${codeLines(note)}`]),
  ].join("\n\n");
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): string {
  return [
    ...(tenant === undefined ? [] : [`Tenant ${inlineCode(tenant)}`]),
    `ID ${inlineCode(id)}`,
    ...(updatedAt === undefined ? [] : [`last written ${inlineCode(formatTime(updatedAt))}`]),
    `URN ${inlineCode(urn)}`,
  ].join(" · ");
}

/** The properties that differ, each with its two values; no block if there is none. */
function differencesTable(properties: PropertyReport[]): string[] {
  if (properties.length === 0) return [];
  const rows = takeWhileFits(properties, maxTableLength, ({ path, expected, live }) =>
    tableRow([nameCell(path), valueCell(expected), valueCell(live)]),
  );
  const more = properties.length - rows.length;
  return [
    table(["Property", "Expected", "Live"], rows),
    ...(more > 0 ? [`And ${countOf(more, "more property", "more properties")}.`] : []),
  ];
}

function valueCell(value: Json | undefined): string {
  if (value === undefined) return `_${texts.notSet}_`;
  const lines = jsonLines(value);
  const text = lines.join("\n");
  if (text.length <= maxValueLength) return lines.map(tableCell).join("<br>");
  return tableCell(truncate(text.replace(/\s+/g, " "), maxValueLength));
}
