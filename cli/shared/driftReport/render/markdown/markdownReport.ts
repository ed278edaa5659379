import {
  type Fitted,
  fitBlocks,
  folded,
  inlineCode,
  leftOut,
  lengthOfParts,
  maxReportLength,
  nameCell,
  omission,
  takeWhileFits,
  titled,
} from "../../../markdown";
import { countOf, formatNumber } from "../../../text";
import { checkTime } from "../../../time";
import type { DriftReport, ResourceReport, StackReport } from "../../report";
import {
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
  verdict,
} from "../summary";
import {
  cleanStack,
  driftedObject,
  driftedStackHead,
  failedStack,
  unmanagedStack,
  unverifiableGroup,
} from "./sections";

/** With more drifted objects than this, each is folded behind one line. */
const maxUnfolded = 5;

/** The report for a job's summary or an issue, in the Markdown of GitHub and GitLab. */
export function markdown(report: DriftReport): string {
  const groups = groupFindings(report);
  const { changed, gone } = report.summary;

  // Each part has room for so many characters, and the last one gets the rest.
  const rows = fitBlocks(groups.needAction, 10_000, "table row", stackRow);
  const failed = fitBlocks(groups.failed, 14_000, "failed check", failedStack);
  const unmanaged = fitBlocks(
    groups.unmanaged,
    8_000,
    "stack with unmanaged objects",
    unmanagedStack,
  );
  const unverifiable = fitBlocks(
    groups.unverifiable,
    4_000,
    "unverifiable group",
    unverifiableGroup,
  );
  const clean = fitBlocks(groups.clean, 4_000, "clean stack", cleanStack);
  const left = maxReportLength - lengthOfParts([rows, failed, unmanaged, unverifiable, clean]);
  const drift = fitDrift(groups.drift, left, changed + gone > maxUnfolded);

  const blocks = [
    `## ${symbols[overallStatus(report)]} ${verdict(report)}`,
    totalCounts(report).join(" · "),
    `${checkTime(report)}, by ${inlineCode(report.generator)}`,
    ...(report.stacks.length === 0 ? [texts.noStack] : []),
    ...omission([rows, failed, drift, unmanaged, unverifiable, clean], texts.completeReports),
    ...(rows.blocks.length > 0 ? [[...stacksTableHead, ...rows.blocks].join("\n")] : []),
    ...titled(texts.failed, [texts.failedWhy], failed),
    ...titled(texts.drift, [], drift),
    ...titled(texts.unmanaged, [texts.unmanagedWhy], unmanaged),
    ...titled(texts.unverifiable, [texts.unverifiableWhy], unverifiable),
    ...folded(
      `${countOf(groups.clean.length, "stack")} without a difference`,
      texts.cleanWhy,
      clean,
    ),
    texts.secrets,
  ];
  return `${blocks.join("\n\n")}\n`;
}

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

const stacksTableHead = [
  `| Stack | Found | ${countColumns.join(" | ")} |`,
  `|---|---|${countColumns.map(() => "--:|").join("")}`,
];

function stackRow({ stack }: NumberedStack): string {
  const found = findings(stack).map(({ status, text }) => `${symbols[status]} ${text}`);
  const counts = stackCounts(stack).map(formatNumber);
  const cells = [nameCell(stackLabel(stack)), found.join(", "), ...counts];
  return `| ${cells.join(" | ")} |`;
}
