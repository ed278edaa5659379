import {
  codeLines,
  inlineCode,
  nameCell,
  table,
  tableCell,
  tableRow,
} from "../../../shared/markdown";
import { type Fitted, fitBlocks, leftOut, takeWhileFits } from "../../../shared/markdownRoom";
import { countOf, escapeInvisible, formatNumber, truncate } from "../../../shared/text";
import { isMissing, type MissingReport } from "../readReports";
import type { Loss, PreviewReport } from "../report";
import { outputBlocks } from "./output";

type Report = PreviewReport | MissingReport;

/** Characters for titles and for what is said of the parts that do not fit. */
const framesLength = 1_000;

/** Characters for the lines of the stacks, so that there is always room for what is lost. */
const maxHeadsLength = 36_000;

/**
 * Previews in the Markdown of GitHub and GitLab: the lines of the stacks, then what is deleted or
 * replaced, then the outputs of the CLI, each as far as it fits. `whole` is a sentence that says where to
 * find the rest.
 */
export function previewMarkdown(
  reports: Report[],
  maxLength: number,
  what: "Preview" | "Plan",
  whole: string,
): string {
  const ordered = [...reports].sort((a, b) => urgency(a) - urgency(b));
  const changed = ordered.flatMap((report) =>
    isMissing(report) || report.result === "unchanged" ? [] : [report],
  );
  const room = maxLength - framesLength - whole.length;
  const headsLength = Math.min(room, maxHeadsLength);
  const heads = fitBlocks(ordered, headsLength, "stack", (report) => stackHead(report, whole));
  const losses = changed.flatMap(({ stack, losses }) => losses.map((loss) => ({ stack, ...loss })));
  const belowHeads = room - lengthOf(heads);
  const lossTable = fitBlocks(losses, belowHeads, "deleted or replaced object", lossRow);
  const withOutput = changed.filter(({ output }) => output.trim() !== "");
  const outputs = outputBlocks(withOutput, belowHeads - lengthOf(lossTable));

  const omitted = [
    ...heads.leftOut,
    ...lossTable.leftOut,
    ...leftOut(withOutput.length - outputs.length, "output"),
  ];
  const lossTitle = `#### ${countOf(losses.length, "object")} deleted or replaced`;
  return [
    title(reports, what),
    heads.blocks.join("\n"),
    omitted.length > 0 ? `**Left out for lack of space: ${omitted.join(", ")}.** ${whole}` : "",
    ...(lossTable.blocks.length > 0 ? [lossTitle, table(lossColumns, lossTable.blocks)] : []),
    ...outputs,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

const lengthOf = ({ blocks }: Fitted) => blocks.join("\n\n").length;

/** What failed comes first, and what does not change last. */
function urgency(report: Report): number {
  if (isMissing(report) || report.result === "failed") return 0;
  return report.result === "changes" ? 1 : 2;
}

function title([first, ...others]: Report[], what: string): string {
  const isOne = first !== undefined && others.length === 0;
  return `### ${what} of ${isOne ? inlineCode(first.stack) : countOf(others.length + 1, "stack")}`;
}

const lossColumns = ["Stack", "Object", "What happens", "What is lost"];

/** Characters for what is lost with one object, and for the properties that replace one. */
const maxLostLength = 500;
const maxPathsLength = 400;

function lossRow({ stack, ...loss }: Loss & { stack: string }): string {
  const { kind, name, id, lost } = loss;
  const object = `${nameCell(kind)} ${nameCell(name)}${id ? `<br>ID ${nameCell(id)}` : ""}`;
  const shownLost = lost?.trim() ? tableCell(truncate(escapeInvisible(lost), maxLostLength)) : "–";
  return tableRow([inlineCode(stack), object, whatHappens(loss), shownLost]);
}

function whatHappens({ replacedFor: paths }: Loss): string {
  if (paths === undefined) return "**deleted**: the program no longer has it";
  if (paths.length === 0) return "**replaced**";
  const shown = takeWhileFits(paths, maxPathsLength, nameCell);
  const more = paths.length - shown.length;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return `**replaced**: ${shown.join(", ")}${rest} cannot be changed in place`;
}

/** Characters for why a preview failed; the output says all of it. */
const maxReasonLength = 100;

/**
 * The line of one of several stacks: its tenants and counts, or why there is no preview of it. All of the
 * tenants, since the reader may look for one.
 */
function stackHead(report: PreviewReport | MissingReport, whole: string): string {
  const name = inlineCode(report.stack);
  if (isMissing(report)) {
    return `- ! ${name}: **no preview**: ${inlineCode(report.file)} ${report.reason}. ${whole}`;
  }
  if (report.result === "failed") return `- ! ${name}: **the preview failed**${reason(report)}`;
  const { tenants, counts } = report;
  const where = tenants.length > 0 ? `${name} at ${tenants.map(inlineCode).join(", ")}` : name;
  const { same = 0 } = counts;
  const unchanged = same > 0 ? [`${formatNumber(same)} unchanged`] : [];
  return report.result === "unchanged"
    ? `- ✓ ${where}: ${["no changes", ...unchanged].join(", ")}`
    : `- ± ${where}: ${[...changes(report), ...unchanged].join(", ")}`;
}

function reason({ problems: [first, ...others] }: PreviewReport): string {
  if (first === undefined) return "";
  const more = others.length > 0 ? ` and ${countOf(others.length, "more problem")}` : "";
  return `: ${codeLines(truncate(first.message, maxReasonLength))}${more}`;
}

/** What is deleted or replaced comes first: also `delete-replaced`, `import-replacement` and others. */
function changes({ counts: { same: _, ...counts } }: PreviewReport): string[] {
  const texts = Object.entries(counts).map(([op, count]) => {
    const text = `${formatNumber(count)} to ${op}`;
    return /delete|replace/.test(op) ? `**${text}**` : text;
  });
  if (texts.length === 0) return ["only the state changes"];
  const isLoss = (text: string) => text.startsWith("**");
  return [...texts.filter(isLoss), ...texts.filter((text) => !isLoss(text))];
}
