import { lines, visible } from "../../shared/text";
import { type DriftReport, nameIn, type ResourceReport, type StackReport } from "../report";
import { remedies } from "./remedies";
import {
  type Alike,
  cleanWords,
  driftIn,
  findings,
  groups,
  nameOf,
  signs,
  texts,
  totals,
  verdict,
} from "./summary";

/** The report as text for a terminal: what asks for action last, where the eye is. */
export function terminal(report: DriftReport): string {
  const { clean, unverifiable, drift, failed } = groups(report);
  const blocks = [
    ...(clean.length > 0
      ? [`${texts.clean}\n${clean.map(({ stack }) => cleanText(stack)).join("\n")}`]
      : []),
    ...unverifiable.map(alikeText),
    ...drift.map(({ stack }) => driftText(stack)),
    ...failed.map(({ stack }) => failedText(stack)),
  ];
  return `\n${[...blocks, `${verdict(report)} (${totals(report).join(", ")}).`].join("\n\n")}\n`;
}

const cleanText = (stack: StackReport) =>
  `  ${signs.clean} ${visible(nameOf(stack))}: ${cleanWords(stack)}`;

const alikeText = ({ note, objects }: Alike) =>
  [
    texts.unverifiable,
    ...objects.map(
      ({ stack, resource: { type, name } }) =>
        `  ${signs.unverifiable} ${visible(`${type} "${name}"`)} in ${visible(nameOf(stack))}`,
    ),
    ...indented(note, 4),
  ].join("\n");

const driftText = (stack: StackReport) =>
  [
    `${texts.drift} in ${visible(nameOf(stack))}`,
    ...driftIn(stack).map(objectText),
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
    visible(
      `  ${signs[result]} ${type} "${name}" is ${result} (${where.filter(Boolean).join(", ")})`,
    ),
    ...properties.map(({ path, expected, live }) =>
      visible(`      ${path}: expected ${text(expected)}, live ${text(live)}`),
    ),
    ...indented(note ?? "", 6),
  ].join("\n");
}

const failedText = (stack: StackReport) =>
  [
    `${findings(stack)[0]?.text}: ${visible(nameOf(stack))}`,
    ...stack.problems.flatMap(({ message, urn }) => {
      const about = urn === undefined ? "" : `"${nameIn(urn)}": `;
      return indented(`${signs.failed} ${about}${message}`, 2);
    }),
  ].join("\n");

const indented = (text: string, by: number) =>
  text === "" ? [] : lines(text).map((line) => " ".repeat(by) + line);
