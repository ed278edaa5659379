import { inlineCode, nameCell, tableCell } from "../../../shared/markdown";
import { takeWhileFits } from "../../../shared/markdownRoom";
import { tableRow } from "../../../shared/markdownTable";
import { formatNumber } from "../../../shared/number";
import { escapedLines, truncate } from "../../../shared/text";
import type { PlannedChange, PreviewReport } from "../report";

/** What a reviewer has to see first: the tenant loses an object, and what only the tenant knows of it. */
export interface Loss {
  stack: string;
  change: PlannedChange;
}

export const lossColumns = ["Stack", "Object", "What happens", "What is lost"];

/** Characters for what is lost with one object. */
const maxLostLength = 500;

/** Characters for the properties that replace one object. */
const maxPathsLength = 400;

/** Whether an operation deletes or replaces: also `delete-replaced`, `import-replacement` and others. */
export const isLoss = (op: string): boolean => /delete|replace/.test(op);

export const losses = ({ stack, objects }: PreviewReport): Loss[] =>
  objects.filter(({ op }) => isLoss(op)).map((change) => ({ stack, change }));

export function lossRow({ stack, change }: Loss): string {
  const { type, name, id, lost } = change;
  const object = `${nameCell(type)} ${nameCell(name)}${id ? `<br>ID ${nameCell(id)}` : ""}`;
  const shownLost = lost?.trim() ? linesCell(truncate(lost, maxLostLength)) : "–";
  return tableRow([inlineCode(stack), object, whatHappens(change), shownLost]);
}

function whatHappens({ op, properties }: PlannedChange): string {
  if (!op.includes("replace")) return "**deleted**: the program no longer has it";
  const paths = properties.filter(({ replaces }) => replaces).map(({ path }) => path);
  if (paths.length === 0) return "**replaced**";
  const shown = takeWhileFits(paths, maxPathsLength, nameCell);
  const more = paths.length - shown.length;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return `**replaced**: ${shown.join(", ")}${rest} cannot be changed in place`;
}

const linesCell = (text: string) =>
  escapedLines(text)
    .filter((line) => line.trim() !== "")
    .map(tableCell)
    .join("<br>");
