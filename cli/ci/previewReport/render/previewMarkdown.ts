import { diagnosticText, inlineCode } from "../../../shared/markdown";
import { maxUnfolded } from "../../../shared/markdownObject";
import {
  type Fitted,
  fitBlocks,
  leftOut,
  limited,
  takeWhileFits,
} from "../../../shared/markdownRoom";
import { table } from "../../../shared/markdownTable";
import { countOf } from "../../../shared/number";
import { isMissing, type MissingReport } from "../readReports";
import type { PreviewReport } from "../report";
import { changedObject, changedObjects } from "./changedObject";
import { lossColumns, losses, lossRow } from "./losses";
import { outputBlocks } from "./output";
import { stackHead } from "./stackHead";

type Report = PreviewReport | MissingReport;

/** Characters for titles and for what is said of the parts that do not fit. */
const framesLength = 1_000;

/** Characters for the lines of the stacks, so that there is always room for what is lost. */
const maxHeadsLength = 36_000;

/**
 * Previews in the Markdown of GitHub and GitLab: the lines of the stacks, then what is deleted or
 * replaced, then the objects, then the outputs, each as far as it fits. `whole` is a sentence that says
 * where to find the rest.
 */
export function previewMarkdown(reports: Report[], maxLength: number, whole: string): string {
  const ordered = [...reports].sort((a, b) => urgency(a) - urgency(b));
  const changed = ordered.flatMap((report) =>
    isMissing(report) || report.result === "unchanged" ? [] : [report],
  );
  let room = maxLength - framesLength - whole.length;

  const heads = fitBlocks(ordered, Math.min(room, maxHeadsLength), "stack", (report) =>
    stackHead(report, reports.length, whole),
  );
  room -= lengthOf(heads);
  const allLosses = changed.flatMap(losses);
  const lossTable = fitBlocks(allLosses, room, "deleted or replaced object", lossRow);
  room -= lengthOf(lossTable);
  const objects = fitObjects(changed, room);
  room -= lengthOf(objects);
  const withOutput = changed.filter(({ output }) => output.trim() !== "");
  const outputs = outputBlocks(withOutput, room);

  const omitted = [
    ...[heads, lossTable, objects].flatMap((part) => part.leftOut),
    ...leftOut(withOutput.length - outputs.length, "output"),
  ];
  return [
    title(reports),
    heads.blocks.join("\n"),
    ...(omitted.length > 0
      ? [`**Left out for lack of space: ${omitted.join(", ")}.** ${whole}`]
      : []),
    ...(lossTable.blocks.length > 0
      ? [
          `#### ${countOf(allLosses.length, "object")} deleted or replaced`,
          table(lossColumns, lossTable.blocks),
        ]
      : []),
    ...objects.blocks,
    ...outputs,
  ].join("\n\n");
}

const lengthOf = ({ blocks }: Fitted) => blocks.join("\n\n").length;

/** What failed comes first, and what does not change last. */
function urgency(report: Report): number {
  if (isMissing(report) || report.result === "failed") return 0;
  return report.result === "changes" ? 1 : 2;
}

function title(reports: Report[]): string {
  const [first, ...others] = reports;
  if (first === undefined || others.length > 0)
    return `### Preview of ${countOf(reports.length, "stack")}`;
  return `### Preview of ${inlineCode(first.stack)}`;
}

/** The problems and the objects of each stack, below its name. */
function fitObjects(reports: PreviewReport[], room: number): Fitted {
  const items = reports.flatMap(itemsOf);
  const folded = items.length > maxUnfolded;
  const blocks = takeWhileFits(items, room, ({ heading, show }) => heading + show(folded));
  const objects = items.slice(blocks.length).filter(({ isObject }) => isObject);
  return { blocks, leftOut: leftOut(objects.length, "changed object") };
}

interface Item {
  isObject: boolean;
  show: (folded: boolean) => string;
}

function itemsOf(report: PreviewReport): (Item & { heading: string })[] {
  const { stack, problems } = report;
  const why: Item = { isObject: false, show: () => limited(problems, diagnosticText).join("\n\n") };
  const objects = changedObjects(report).map(
    (change): Item => ({ isObject: true, show: (folded) => changedObject(change, folded) }),
  );
  const title = `#### ${report.result === "failed" ? "Failure" : "Changes"} of ${inlineCode(stack)}\n\n`;
  const items = problems.length > 0 ? [why, ...objects] : objects;
  return items.map((item, index) => ({ ...item, heading: index === 0 ? title : "" }));
}
