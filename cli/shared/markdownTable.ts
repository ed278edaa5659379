import type { Json } from "../../provider/shared/json";
import { tableCell } from "./markdown";
import { takeWhileFits } from "./markdownRoom";
import { countOf, jsonLines, notSet, truncate } from "./text";

/** Characters for one object's table and for one value, so that many objects fit a report. */
const maxTableLength = 6_000;
const maxValueLength = 300;

/** The properties of an object that differ, each with its two values; no block if there is none. */
export function differencesTable<T>(
  columns: string[],
  properties: T[],
  cells: (property: T) => string[],
): string[] {
  if (properties.length === 0) return [];
  const rows = takeWhileFits(properties, maxTableLength, (property) => tableRow(cells(property)));
  const more = properties.length - rows.length;
  return [
    table(columns, rows),
    ...(more > 0 ? [`And ${countOf(more, "more property", "more properties")}.`] : []),
  ];
}

export const tableRow = (cells: string[]): string => `| ${cells.join(" | ")} |`;

export const table = (columns: string[], rows: string[]): string =>
  [tableRow(columns), `|${columns.map(() => "---|").join("")}`, ...rows].join("\n");

export function valueCell(value: Json | undefined): string {
  if (value === undefined) return `_${notSet}_`;
  const lines = jsonLines(value);
  const text = lines.join("\n");
  if (text.length <= maxValueLength) return lines.map(tableCell).join("<br>");
  return tableCell(truncate(text.replace(/\s+/g, " "), maxValueLength));
}
