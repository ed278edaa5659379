import { codeLines, inlineCode } from "../../../shared/markdown";
import { countOf, formatNumber } from "../../../shared/number";
import { truncate } from "../../../shared/text";
import { isMissing, type MissingReport } from "../readReports";
import type { PreviewReport } from "../report";
import { isLoss } from "./losses";

/** Characters for the reasons of all failures together, and for one. */
const maxReasonsLength = 10_000;
const maxReasonLength = 300;

/** Operations that are counted on one line; the engine has fewer. */
const maxOperations = 15;

/** The line of one of several stacks: its counts, or why there is no preview of it. */
export function stackHead(
  report: PreviewReport | MissingReport,
  stacks: number,
  whole: string,
): string {
  const name = inlineCode(report.stack);
  if (isMissing(report)) {
    return `- ! ${name}: **no preview**: ${inlineCode(report.file)} ${report.reason}. ${whole}`;
  }
  if (report.result === "failed") {
    const maxLength = Math.min(maxReasonLength, Math.floor(maxReasonsLength / stacks));
    return `- ! ${name}: **the preview failed**, there is no plan to apply${reason(report, maxLength)}`;
  }
  if (report.result === "unchanged") {
    const { same = 0 } = report.counts;
    return `- ✓ ${name}: no changes${same > 0 ? `, ${formatNumber(same)} unchanged` : ""}`;
  }
  return `- ± ${name}: ${counts(report).join(", ") || "changes, see its output"}`;
}

function reason({ problems: [first, ...others] }: PreviewReport, maxLength: number): string {
  if (first === undefined) return "";
  const more = others.length > 0 ? ` and ${countOf(others.length, "more problem")}` : "";
  return `: ${codeLines(truncate(first.message, maxLength))}${more}`;
}

/** What is deleted or replaced comes first. */
function counts({ counts: all }: PreviewReport): string[] {
  const { same = 0, ...changes } = all;
  const entries = Object.entries(changes);
  const toDo = ([op, count]: [string, number]) => `${formatNumber(count)} to ${op}`;
  const losses = entries.filter(([op]) => isLoss(op)).map((entry) => `**${toDo(entry)}**`);
  const others = entries.filter(([op]) => !isLoss(op)).map(toDo);
  return [
    ...[...losses, ...others].slice(0, maxOperations),
    ...(same > 0 ? [`${formatNumber(same)} unchanged`] : []),
  ];
}
