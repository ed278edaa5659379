import { nameCell } from "../../../markdown";
import { formatNumber } from "../../../number";
import { findings, type NumberedStack } from "../findings";
import { countColumns, stackCounts, stackLabel } from "../summary";
import { symbols } from "../texts";

export const stacksTableHead = [
  `| Stack | Found | ${countColumns.join(" | ")} |`,
  `|---|---|${countColumns.map(() => "--:|").join("")}`,
];

/** The row of a stack that failed or drifted. */
export function stackRow({ stack }: NumberedStack): string {
  const found = findings(stack).map(({ status, text }) => `${symbols[status]} ${text}`);
  const counts = stackCounts(stack).map(formatNumber);
  const cells = [nameCell(stackLabel(stack)), found.join(", "), ...counts];
  return `| ${cells.join(" | ")} |`;
}
