import { inlineCode, nameCell, tableCell } from "../../../shared/markdown";
import { takeWhileFits } from "../../../shared/markdownRoom";
import { tableRow } from "../../../shared/markdownTable";
import { formatNumber } from "../../../shared/number";
import { escapeInvisible, truncate } from "../../../shared/text";
import type { Loss } from "../report";

export const lossColumns = ["Stack", "Object", "What happens", "What is lost"];

/** Characters for what is lost with one object, and for the properties that replace one. */
const maxLostLength = 500;
const maxPathsLength = 400;

export function lossRow({ stack, ...loss }: Loss & { stack: string }): string {
  const { type, name, id, lost } = loss;
  const object = `${nameCell(type)} ${nameCell(name)}${id ? `<br>ID ${nameCell(id)}` : ""}`;
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
