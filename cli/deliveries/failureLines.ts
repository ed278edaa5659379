import { countOf, formatNumber } from "../shared/number";
import { formatUtc } from "../shared/time";
import { alignColumns } from "./columns";
import type { FailureGroup } from "./failureGroups";
import { shortText } from "./output";

/** More groups than a person reads. */
const maxGroups = 20;
/** Longer lines wrap on every screen. */
const maxLineLength = 400;

const headings = ["COUNT", "FIRST (UTC)", "LAST (UTC)", "EVENT TYPE", "ERROR"];

/** A table of failures by message and kind of event; `columns` is the width of the terminal. */
export function failureLines(groups: FailureGroup[], columns = maxLineLength): string[] {
  const shown = groups.slice(0, maxGroups);
  const rows = alignColumns([headings, ...shown.map(cellsOf)], [], [0]);
  const maxLength = Math.min(columns, maxLineLength) - indent.length;
  const fitting = rows.map((row) => indent + shortText(row, maxLength));
  if (groups.length <= maxGroups) return fitting;

  const others = groups.slice(maxGroups);
  const deliveries = others.reduce((sum, { count }) => sum + count, 0);
  const more = `and ${countOf(deliveries, "delivery", "deliveries")} with ${countOf(others.length, "other error")}`;
  return [...fitting, indent + more];
}

const indent = "  ";

function cellsOf({ count, first, last, eventType, message }: FailureGroup): string[] {
  const time = (text: string) => (text === "" ? "-" : shortText(formatUtc(text)));
  const error = message === "" ? "(none given)" : message;
  return [formatNumber(count), time(first), time(last), shortText(eventType), error];
}
