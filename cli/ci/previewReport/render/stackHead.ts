import { codeLines, inlineCode } from "../../../shared/markdown";
import { countOf, formatNumber } from "../../../shared/number";
import { truncate } from "../../../shared/text";
import { isMissing, type MissingReport } from "../readReports";
import type { PreviewReport } from "../report";

/** Characters for why a preview failed; all of it is below. */
const maxReasonLength = 100;

/** The line of one of several stacks: its counts, or why there is no preview of it. */
export function stackHead(report: PreviewReport | MissingReport, whole: string): string {
  const name = inlineCode(report.stack);
  if (isMissing(report)) {
    return `- ! ${name}: **no preview**: ${inlineCode(report.file)} ${report.reason}. ${whole}`;
  }
  if (report.result === "failed") return `- ! ${name}: **the preview failed**${reason(report)}`;
  const { same = 0 } = report.counts;
  const unchanged = same > 0 ? [`${formatNumber(same)} unchanged`] : [];
  return report.result === "unchanged"
    ? `- ✓ ${name}: ${["no changes", ...unchanged].join(", ")}`
    : `- ± ${name}: ${[...changes(report), ...unchanged].join(", ")}`;
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
  if (texts.length === 0) return ["only outputs, `protect` or `retainOnDelete` change"];
  const isLoss = (text: string) => text.startsWith("**");
  return [...texts.filter(isLoss), ...texts.filter((text) => !isLoss(text))];
}
