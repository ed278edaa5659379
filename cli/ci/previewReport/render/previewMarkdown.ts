import { diagnosticText, inlineCode } from "../../../shared/markdown";
import { type Fitted, fitBlocks, leftOut } from "../../../shared/markdownRoom";
import { table } from "../../../shared/markdownTable";
import { countOf } from "../../../shared/number";
import { isMissing, type MissingReport } from "../readReports";
import type { PreviewReport } from "../report";
import { lossColumns, lossRow } from "./losses";
import { outputBlocks } from "./output";
import { stackHead } from "./stackHead";

type Report = PreviewReport | MissingReport;

/** Characters for titles and for what is said of the parts that do not fit. */
const framesLength = 1_000;

/** Characters for the lines of the stacks, so that there is always room for what is lost. */
const maxHeadsLength = 36_000;

/**
 * Previews in the Markdown of GitHub and GitLab: the lines of the stacks, then what is deleted or
 * replaced, then why previews failed, then the outputs of the CLI, each as far as it fits. `whole` is a
 * sentence that says where to find the rest.
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
  let room = maxLength - framesLength - whole.length;
  const take = <T>(items: T[], most: number, name: string, render: (item: T) => string) => {
    const fitted = fitBlocks(items, Math.min(room, most), name, render);
    room -= lengthOf(fitted);
    return fitted;
  };

  const heads = take(ordered, maxHeadsLength, "stack", (report) => stackHead(report, whole));
  const losses = changed.flatMap(({ stack, losses }) => losses.map((loss) => ({ stack, ...loss })));
  const lossTable = take(losses, room, "deleted or replaced object", lossRow);
  const problems = changed.flatMap((report) => report.problems);
  const reasons = take(problems, room, "problem", diagnosticText);
  const withOutput = changed.filter(({ output }) => output.trim() !== "");
  const outputs = outputBlocks(withOutput, room);

  const omitted = [
    ...[heads, lossTable, reasons].flatMap((part) => part.leftOut),
    ...leftOut(withOutput.length - outputs.length, "output"),
  ];
  const lossTitle = `#### ${countOf(losses.length, "object")} deleted or replaced`;
  return [
    title(reports, what),
    heads.blocks.join("\n"),
    omitted.length > 0 ? `**Left out for lack of space: ${omitted.join(", ")}.** ${whole}` : "",
    ...(lossTable.blocks.length > 0 ? [lossTitle, table(lossColumns, lossTable.blocks)] : []),
    ...reasons.blocks,
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
