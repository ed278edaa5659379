import { escapedLines, escapeInvisible } from "../../shared/text";
import { type DriftReport, nameInProgram, type ResourceReport, type StackReport } from "../report";
import { remedies } from "./remedies";
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

/** The report as text for a terminal: what asks for action last, where the eye is. */
export function terminal(report: DriftReport): string {
  const { clean, unverifiable, drift, failed } = groupFindings(report);
  const blocks = [
    ...(clean.length > 0
      ? [`${texts.clean}\n${clean.map(({ stack }) => cleanText(stack)).join("\n")}`]
      : []),
    ...unverifiable.map(alikeText),
    ...drift.map(({ stack }) => driftText(stack)),
    ...failed.map(({ stack }) => failedText(stack)),
  ];
  return `\n${[...blocks, `${verdict(report)} (${totalCounts(report).join(", ")}).`].join("\n\n")}\n`;
}

const cleanText = (stack: StackReport) =>
  `  ${symbols.clean} ${escapeInvisible(stackLabel(stack))}: ${comparedSummary(stack)}`;

const alikeText = ({ note, objects }: UnverifiableGroup) =>
  [
    texts.unverifiable,
    ...objects.map(
      ({ stack, resource: { type, name } }) =>
        `  ${symbols.unverifiable} ${escapeInvisible(`${type} "${name}"`)} in ${escapeInvisible(stackLabel(stack))}`,
    ),
    ...indented(note, 4),
  ].join("\n");

const driftText = (stack: StackReport) =>
  [
    `${texts.drift} in ${escapeInvisible(stackLabel(stack))}`,
    ...driftedResources(stack).map(objectText),
    ...remedies(stack).map(({ does, line }) => `  ${does}: ${line}`),
  ].join("\n");

function objectText({
  type,
  name,
  id,
  tenant,
  result,
  updatedAt,
  properties,
  note,
}: ResourceReport) {
  const where = [id, tenant && `in ${tenant}`, updatedAt && `last written ${updatedAt}`];
  const text = (value: unknown) => (value === undefined ? texts.notSet : JSON.stringify(value));
  return [
    escapeInvisible(
      `  ${symbols[result]} ${type} "${name}" is ${result} (${where.filter(Boolean).join(", ")})`,
    ),
    ...properties.map(({ path, expected, live }) =>
      escapeInvisible(`      ${path}: expected ${text(expected)}, live ${text(live)}`),
    ),
    ...indented(note ?? "", 6),
  ].join("\n");
}

const failedText = (stack: StackReport) =>
  [
    `${findings(stack)[0]?.text}: ${escapeInvisible(stackLabel(stack))}`,
    ...stack.problems.flatMap(({ message, urn }) => {
      const about = urn === undefined ? "" : `"${nameInProgram(urn)}": `;
      return indented(`${symbols.failed} ${about}${message}`, 2);
    }),
  ].join("\n");

const indented = (text: string, by: number) =>
  text === "" ? [] : escapedLines(text).map((line) => " ".repeat(by) + line);
