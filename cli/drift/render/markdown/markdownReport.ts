import { countOf, formatNumber } from "../../../shared/number";
import type { DriftReport, StackReport } from "../../report";
import { remedies } from "../remedies";
import {
  checkTime,
  comparedSummary,
  countColumns,
  driftedResources,
  findings,
  groupFindings,
  type NumberedStack,
  overallStatus,
  stackCounts,
  stackLabel,
  symbols,
  texts,
  totalCounts,
  type UnverifiableGroup,
  verdict,
} from "../summary";
import { objectText } from "./driftedObject";
import { codeLines, commandBlock, inlineCode, nameCell, takeWhileFits } from "./escape";

/** GitHub takes 65,536 characters for the body of an issue; each part may take so many of them. */
const room = { all: 58_000, table: 10_000, failed: 14_000, unverifiable: 4_000, clean: 4_000 };

/** With more drifted objects than this they are folded. */
const fewEnough = 5;

/** A list that is told as one may take so many characters. */
const most = 3_000;

/** The report for a job's summary or an issue, in the Markdown that GitHub and GitLab read. */
export function markdown(report: DriftReport): string {
  const { toLookAt, failed, drift, unverifiable, clean } = groupFindings(report);
  const { changed, gone } = report.summary;
  const table = part(room.table, "table row", toLookAt, row);
  const problems = part(room.failed, "failed check", failed, problem);
  const unseen = part(room.unverifiable, "unverifiable group", unverifiable, alike);
  const rest = part(room.clean, "clean stack", clean, cleanStack);
  const taken = [table, problems, unseen, rest].flatMap(({ kept }) => kept).join("\n\n").length;
  const drifted = driftPart(drift, room.all - taken, changed + gone > fewEnough);
  const left = [table, problems, drifted, unseen, rest].flatMap((one) => one.left);
  const blocks = [
    `## ${symbols[overallStatus(report)]} ${verdict(report)}`,
    totalCounts(report).join(" · "),
    `${checkTime(report)}, by ${inlineCode(report.generator)}`,
    report.stacks.length === 0 && texts.empty,
    left.length > 0 && `**Left out for want of room: ${left.join(", ")}.** ${texts.whole}`,
    table.kept.length > 0 && [...tableHead, ...table.kept].join("\n"),
    ...titled(texts.failed, texts.failedWhy, problems.kept),
    ...titled(texts.drift, "", drifted.kept),
    ...titled(texts.unverifiable, texts.unverifiableWhy, unseen.kept),
    ...folded(`${countOf(clean.length, "stack")} without a difference`, rest.kept),
    texts.secrets,
  ];
  return `${blocks.filter((block) => block).join("\n\n")}\n`;
}

const titled = (title: string, why: string, blocks: string[]) =>
  blocks.length > 0 ? [`### ${title}`, why, ...blocks] : [];

const folded = (title: string, lines: string[]) =>
  lines.length > 0
    ? [`<details><summary>${title}</summary>`, texts.cleanWhy, lines.join("\n"), "</details>"]
    : [];

interface Part {
  kept: string[];
  /** What did not fit, counted. */
  left: string[];
}

function part<T>(characters: number, what: string, all: T[], tell: (one: T) => string): Part {
  const kept = takeWhileFits(all, characters, tell);
  return { kept, left: leftOut(all.length - kept.length, what) };
}

const leftOut = (many: number, what: string) => (many > 0 ? [countOf(many, what)] : []);

function driftPart(stacks: NumberedStack[], characters: number, fold: boolean): Part {
  const blocks = stacks.flatMap(({ stack }) => [stack, ...driftedResources(stack)]);
  const kept = takeWhileFits(blocks, characters, (one) =>
    "resources" in one ? stackHead(one) : objectText(one, fold),
  );
  const objects = blocks.slice(kept.length).filter((one) => !("resources" in one));
  return { kept, left: leftOut(objects.length, "drifted object") };
}

const tableHead = [
  `| Stack | Found | ${countColumns.join(" | ")} |`,
  `|---|---|${countColumns.map(() => "--:|").join("")}`,
];

function row({ stack }: NumberedStack): string {
  const said = findings(stack).map(({ status, text }) => `${symbols[status]} ${text}`);
  const cells = [nameCell(stackLabel(stack)), said.join(", ")];
  return `| ${[...cells, ...stackCounts(stack).map(formatNumber)].join(" | ")} |`;
}

function problem({ stack }: NumberedStack): string {
  const told = listed(stack.problems, ({ message: text, urn }) => {
    const about = urn === undefined ? [] : [inlineCode(urn)];
    return `> ${[codeLines(text), ...about].join("<br>")}`;
  });
  const more = driftedResources(stack).length > 0 ? [texts.partlyWhy] : [];
  return [`#### ${inlineCode(stackLabel(stack))}`, ...told, ...more].join("\n\n");
}

function stackHead(stack: StackReport): string {
  const next = remedies(stack).map(
    ({ does, effect, line }) => `**${does}.** ${effect}\n\n${commandBlock(line)}`,
  );
  const partly = stack.result === "failed" ? [texts.partlyWhy] : [];
  return [`#### ${inlineCode(stackLabel(stack))}`, ...partly, ...next].join("\n\n");
}

function alike({ note, objects }: UnverifiableGroup): string {
  const items = listed(objects, ({ stack, resource: { type, name, id, tenant } }) => {
    const where = tenant === undefined ? "" : ` at ${inlineCode(tenant)}`;
    return `- ${inlineCode(type)} ${inlineCode(name)} (${inlineCode(id)}${where}) of ${inlineCode(stackLabel(stack))}`;
  });
  return [...(note === "" ? [] : [`> ${codeLines(note)}`]), items.join("\n")].join("\n\n");
}

/** As many as are reasonable in one block. */
function listed<T>(all: T[], tell: (one: T) => string): string[] {
  const told = takeWhileFits(all, most, tell);
  const more = all.length - told.length;
  return more > 0 ? [...told, `\nAnd ${formatNumber(more)} more.`] : told;
}

const cleanStack = ({ stack }: NumberedStack) =>
  `- ${inlineCode(stackLabel(stack))}: ${comparedSummary(stack)}`;
