import { packageName } from "../../../provider/shared/command";
import { html } from "../../shared/html";
import {
  blockLines,
  codeBlock,
  codeLines,
  fitBlocks,
  inlineCode,
  leftOut,
  lengthOfParts,
  nameCell,
  omission,
  table,
  tableCell,
  tableRow,
  takeWhileFits,
} from "../../shared/markdown";
import { countOf, escapeInvisible, formatNumber, truncate } from "../../shared/text";
import type { Forge } from "../forge/forge";
import { isMissing, type Loss, type MissingReport, type PreviewReport } from "./report";

/** GitHub's limit for a comment is 65,536 characters, and GitLab's is higher. */
const maxCommentLength = 65_000;

/** A summary has at most 1 MiB (GitHub's page "Workflow commands"). A character takes up to three bytes. */
const maxSummaryLength = 340_000;

type Report = PreviewReport | MissingReport;

interface Context extends Pick<Forge, "run" | "commit" | "subject"> {
  /** Set if other programs of the repository also have comments. */
  project?: string | undefined;
}

/** The hidden start of a comment, by which the next run finds it. */
export const markerOf = ({ subject, project }: Pick<Context, "subject" | "project">): string =>
  `<!-- ${[packageName, subject, ...(project ? [project] : [])].join(" ")} -->`;

/** The comment on a pull request, or on one that is merged. */
export function previewComment(reports: Report[], context: Context): string {
  const { run, commit, subject, project } = context;
  const start = `${markerOf(context)}\n`;
  const isPlan = subject === "plan";
  const note = isPlan
    ? `Merged. To apply this plan, approve it in the [run](${run}).`
    : "This preview is for review only. After you merge, a new plan is made, approved, and applied.";
  const end = `\n\n${note}\n\nCommit ${commit}, [run](${run})`;
  const room = maxCommentLength - start.length - end.length;
  const title = (project ? `${inlineCode(project)}: ` : "") + (isPlan ? "Plan" : "Preview");
  return start + previewMarkdown(reports, room, title, `See the [run](${run}).`) + end;
}

/** The preview or the plan of one stack, for the summary of its job. */
export const previewSummary = (report: PreviewReport, title: "Preview" | "Plan"): string =>
  `${previewMarkdown([report], maxSummaryLength, title, "See the log of the job.")}\n`;

/** Characters for titles, and for the sentence about parts that don't fit. */
const framesLength = 1_000;

/** Characters for the lines of the stacks, so that there is always room for what is lost. */
const maxHeadsLength = 36_000;

/**
 * Previews in the Markdown of GitHub and GitLab. The lines of the stacks come first, then deleted and replaced
 * objects, then the outputs of the CLI, as far as they fit. `whole` is a sentence that says where to find the
 * rest.
 */
function previewMarkdown(
  reports: Report[],
  maxLength: number,
  what: string,
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
  const belowHeads = room - lengthOfParts([heads]);
  const lossTable = fitBlocks(losses, belowHeads, "deleted or replaced object", lossRow);
  const withOutput = changed.filter(({ output }) => output.trim() !== "");
  const outputs = outputBlocks(withOutput, belowHeads - lengthOfParts([lossTable]));

  const omittedOutputs = { leftOut: leftOut(withOutput.length - outputs.length, "output") };
  const lossTitle = `#### ${countOf(losses.length, "object")} deleted or replaced`;
  return [
    title(reports, what),
    heads.blocks.join("\n"),
    ...omission([heads, lossTable, omittedOutputs], whole),
    ...(lossTable.blocks.length > 0 ? [lossTitle, table(lossColumns, lossTable.blocks)] : []),
    ...outputs,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

/** Failed previews come first, and those without changes last. */
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
  if (paths === undefined) return "**deleted**, because the program no longer declares it";
  if (paths.length === 0) return "**replaced**";
  const shown = takeWhileFits(paths, maxPathsLength, nameCell);
  const more = paths.length - shown.length;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return `**replaced**: ${shown.join(", ")}${rest} can't be changed in place`;
}

/** Characters for the reason of a failed preview. The output has all of it. */
const maxReasonLength = 100;

/**
 * The line of a stack: its tenants and counts, or the reason if it has no preview. All tenants are in it,
 * because the reader may look for one.
 */
function stackHead(report: Report, whole: string): string {
  const name = inlineCode(report.stack);
  if (isMissing(report)) {
    return `- ! ${name}: **no preview**: ${codeLines(report.reason)}. ${whole}`;
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

/** Deletions and replacements come first, including `delete-replaced`, `import-replacement`, and others. */
function changes({ counts: { same: _, ...counts } }: PreviewReport): string[] {
  const texts = Object.entries(counts).map(([op, count]) => {
    const text = `${formatNumber(count)} to ${op}`;
    return /delete|replace/.test(op) ? `**${text}**` : text;
  });
  if (texts.length === 0) return ["only the state changes"];
  const isLoss = (text: string) => text.startsWith("**");
  return [...texts.filter(isLoss), ...texts.filter((text) => !isLoss(text))];
}

/** A shorter part of an output would show too little. */
const minLength = 1_500;

/** Characters for the title, the fences, and the line that says what is left out. */
const frameLength = 400;

/** The limit keeps one value from taking the room of all others. */
const maxLineLength = 1_000;

/** The outputs, each cut to its share of the room. If there are many, only the first ones. */
function outputBlocks(reports: PreviewReport[], room: number): string[] {
  const blocks: string[] = [];
  let left = room;
  for (const [index, report] of reports.entries()) {
    const share = Math.max(minLength, Math.floor(left / (reports.length - index)));
    const block = outputBlock(report, share, reports.length === 1);
    left -= block.length + 2;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}

/** The output is folded, unless it's the only one. */
function outputBlock({ stack, output }: PreviewReport, maxLength: number, isOnly: boolean): string {
  const summary = html`<summary>Output of <code>${stack}</code></summary>`.markup;
  const code = codeBlock(ending(output.trim(), maxLength - frameLength).join("\n"), "text");
  return [`<details${isOnly ? " open" : ""}>${summary}`, code, "</details>"].join("\n\n");
}

/** As many of the last lines as fit, because the CLI prints errors, outputs, and counts at the end. */
function ending(output: string, maxLength: number): string[] {
  const lines = blockLines(output).map((line) => truncate(line, maxLineLength));
  let length = 0;
  const start = lines.findLastIndex((line) => {
    length += line.length + 1;
    return length > maxLength;
  });
  const shown = lines.slice(start + 1);
  const more = start < 0 ? [] : [`[${countOf(start + 1, "line")} left out: see the log]`];
  return [...more, ...shown];
}
