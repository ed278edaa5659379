import { count, number } from "../../../shared/text";
import type { DriftReport, StackReport } from "../../report";
import { remedies } from "../remedies";
import {
  type Alike,
  cleanWords,
  counts,
  driftIn,
  findings,
  foundColumns,
  groups,
  look,
  nameOf,
  type Placed,
  signs,
  texts,
  totals,
  verdict,
  when,
} from "../summary";
import { objectText } from "./driftedObject";
import { code, commandBlock, fitting, message, nameCell } from "./escape";

/** GitHub takes 65,536 characters for the body of an issue; each part may take so many of them. */
const room = { all: 58_000, table: 10_000, failed: 14_000, unverifiable: 4_000, clean: 4_000 };

/** With more drifted objects than this they are folded. */
const fewEnough = 5;

/** A list that is told as one may take so many characters. */
const most = 3_000;

/** The report for a job's summary or an issue, in the Markdown that GitHub and GitLab read. */
export function markdown(report: DriftReport): string {
  const { toLookAt, failed, drift, unverifiable, clean } = groups(report);
  const { changed, gone } = report.summary;
  const table = part(room.table, "table row", toLookAt, row);
  const problems = part(room.failed, "failed check", failed, problem);
  const unseen = part(room.unverifiable, "unverifiable group", unverifiable, alike);
  const rest = part(room.clean, "clean stack", clean, cleanStack);
  const taken = [table, problems, unseen, rest].flatMap(({ kept }) => kept).join("\n\n").length;
  const drifted = driftPart(drift, room.all - taken, changed + gone > fewEnough);
  const left = [table, problems, drifted, unseen, rest].flatMap((one) => one.left);
  const blocks = [
    `## ${signs[look(report)]} ${verdict(report)}`,
    totals(report).join(" · "),
    `${when(report)}, by ${code(report.generator)}`,
    report.stacks.length === 0 && texts.empty,
    left.length > 0 && `**Left out for want of room: ${left.join(", ")}.** ${texts.whole}`,
    table.kept.length > 0 && [...tableHead, ...table.kept].join("\n"),
    ...titled(texts.failed, texts.failedWhy, problems.kept),
    ...titled(texts.drift, "", drifted.kept),
    ...titled(texts.unverifiable, texts.unverifiableWhy, unseen.kept),
    ...folded(`${count(clean.length, "stack")} without a difference`, rest.kept),
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
  const kept = fitting(all, characters, tell);
  return { kept, left: leftOut(all.length - kept.length, what) };
}

const leftOut = (many: number, what: string) => (many > 0 ? [count(many, what)] : []);

function driftPart(stacks: Placed[], characters: number, fold: boolean): Part {
  const blocks = stacks.flatMap(({ stack }) => [stack, ...driftIn(stack)]);
  const kept = fitting(blocks, characters, (one) =>
    "resources" in one ? stackHead(one) : objectText(one, fold),
  );
  const objects = blocks.slice(kept.length).filter((one) => !("resources" in one));
  return { kept, left: leftOut(objects.length, "drifted object") };
}

const tableHead = [
  `| Stack | Found | ${foundColumns.join(" | ")} |`,
  `|---|---|${foundColumns.map(() => "--:|").join("")}`,
];

function row({ stack }: Placed): string {
  const said = findings(stack).map(({ look, text }) => `${signs[look]} ${text}`);
  const cells = [nameCell(nameOf(stack)), said.join(", ")];
  return `| ${[...cells, ...counts(stack).map(number)].join(" | ")} |`;
}

function problem({ stack }: Placed): string {
  const told = listed(stack.problems, ({ message: text, urn }) => {
    const about = urn === undefined ? [] : [code(urn)];
    return `> ${[message(text), ...about].join("<br>")}`;
  });
  const more = driftIn(stack).length > 0 ? [texts.partlyWhy] : [];
  return [`#### ${code(nameOf(stack))}`, ...told, ...more].join("\n\n");
}

function stackHead(stack: StackReport): string {
  const next = remedies(stack).map(
    ({ does, effect, line }) => `**${does}.** ${effect}\n\n${commandBlock(line)}`,
  );
  const partly = stack.result === "failed" ? [texts.partlyWhy] : [];
  return [`#### ${code(nameOf(stack))}`, ...partly, ...next].join("\n\n");
}

function alike({ note, objects }: Alike): string {
  const items = listed(objects, ({ stack, resource: { type, name, id, tenant } }) => {
    const where = tenant === undefined ? "" : ` at ${code(tenant)}`;
    return `- ${code(type)} ${code(name)} (${code(id)}${where}) of ${code(nameOf(stack))}`;
  });
  return [...(note === "" ? [] : [`> ${message(note)}`]), items.join("\n")].join("\n\n");
}

/** As many as are reasonable in one block. */
function listed<T>(all: T[], tell: (one: T) => string): string[] {
  const told = fitting(all, most, tell);
  const more = all.length - told.length;
  return more > 0 ? [...told, `\nAnd ${number(more)} more.`] : told;
}

const cleanStack = ({ stack }: Placed) => `- ${code(nameOf(stack))}: ${cleanWords(stack)}`;
