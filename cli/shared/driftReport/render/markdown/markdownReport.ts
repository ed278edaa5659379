import { folded, inlineCode, nameCell, titled } from "../../../markdown";
import {
  type Fitted,
  fitBlocks,
  leftOut,
  maxReportLength,
  takeWhileFits,
} from "../../../markdownRoom";
import { countOf, formatNumber } from "../../../text";
import { checkTime } from "../../../time";
import type { DriftReport, ResourceReport, StackReport } from "../../report";
import { driftedResources, findings, groupFindings, type NumberedStack } from "../findings";
import {
  countColumns,
  overallStatus,
  stackCounts,
  stackLabel,
  totalCounts,
  verdict,
} from "../summary";
import { symbols, texts } from "../texts";
import { driftedObject } from "./driftedObject";
import {
  cleanStack,
  driftedStackHead,
  failedStack,
  unmanagedStack,
  unverifiableGroup,
} from "./sections";

/** Characters for parts of the report. */
const maxLengths = {
  table: 10_000,
  failed: 14_000,
  unmanaged: 8_000,
  unverifiable: 4_000,
  clean: 4_000,
};

/** With more drifted objects than this, each is folded behind one line. */
const maxUnfolded = 5;

/** The report for a job's summary or an issue, in the Markdown of GitHub and GitLab. */
export function markdown(report: DriftReport): string {
  const { needAction, failed, drift, unmanaged, unverifiable, clean } = groupFindings(report);
  const { changed, gone } = report.summary;

  const rows = fitBlocks(needAction, maxLengths.table, "table row", stackRow);
  const failures = fitBlocks(failed, maxLengths.failed, "failed check", failedStack);
  const undeclared = fitBlocks(
    unmanaged,
    maxLengths.unmanaged,
    "stack with unmanaged objects",
    unmanagedStack,
  );
  const groups = fitBlocks(
    unverifiable,
    maxLengths.unverifiable,
    "unverifiable group",
    unverifiableGroup,
  );
  const cleanStacks = fitBlocks(clean, maxLengths.clean, "clean stack", cleanStack);
  const taken = lengthOf([rows, failures, undeclared, groups, cleanStacks]);
  const drifted = fitDrift(drift, maxReportLength - taken, changed + gone > maxUnfolded);

  const omitted = [rows, failures, drifted, undeclared, groups, cleanStacks].flatMap(
    (part) => part.leftOut,
  );
  const blocks = [
    ...head(report),
    ...omission(omitted),
    ...(rows.blocks.length > 0 ? [[...stacksTableHead, ...rows.blocks].join("\n")] : []),
    ...titled(texts.failed, [texts.failedWhy], failures.blocks),
    ...titled(texts.drift, [], drifted.blocks),
    ...titled(texts.unmanaged, [texts.unmanagedWhy], undeclared.blocks),
    ...titled(texts.unverifiable, [texts.unverifiableWhy], groups.blocks),
    ...folded(
      `${countOf(clean.length, "stack")} without a difference`,
      texts.cleanWhy,
      cleanStacks.blocks,
    ),
    texts.secrets,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const lengthOf = (parts: Fitted[]) => parts.flatMap(({ blocks }) => blocks).join("\n\n").length;

/** Each stack is followed by its objects, so that what does not fit is left out at the end. */
function fitDrift(stacks: NumberedStack[], characters: number, fold: boolean): Fitted {
  const items = stacks.flatMap(({ stack }) => [stack, ...driftedResources(stack)]);
  const blocks = takeWhileFits(items, characters, (item) =>
    isStack(item) ? driftedStackHead(item) : driftedObject(item, fold),
  );
  const objects = items.slice(blocks.length).filter((item) => !isStack(item));
  return { blocks, leftOut: leftOut(objects.length, "drifted object") };
}

const isStack = (item: StackReport | ResourceReport): item is StackReport => "resources" in item;

const head = (report: DriftReport): string[] => [
  `## ${symbols[overallStatus(report)]} ${verdict(report)}`,
  totalCounts(report).join(" · "),
  `${checkTime(report)}, by ${inlineCode(report.generator)}`,
  ...(report.stacks.length === 0 ? [texts.noStack] : []),
];

const omission = (omitted: string[]): string[] =>
  omitted.length > 0
    ? [`**Left out for lack of space: ${omitted.join(", ")}.** ${texts.completeReports}`]
    : [];

const stacksTableHead = [
  `| Stack | Found | ${countColumns.join(" | ")} |`,
  `|---|---|${countColumns.map(() => "--:|").join("")}`,
];

/** The row of a stack that failed or drifted. */
function stackRow({ stack }: NumberedStack): string {
  const found = findings(stack).map(({ status, text }) => `${symbols[status]} ${text}`);
  const counts = stackCounts(stack).map(formatNumber);
  const cells = [nameCell(stackLabel(stack)), found.join(", "), ...counts];
  return `| ${cells.join(" | ")} |`;
}
