import type { Json } from "../../../../../provider/shared/json";
import { nameCell, tableCell } from "../../../markdown";
import { countOf } from "../../../number";
import { jsonLines, truncate } from "../../../text";
import type { PropertyReport, ResourceReport } from "../../report";
import { texts } from "../texts";
import { takeWhileFits } from "./room";

/** Characters for one object's table and for one value, so that many objects fit the report. */
const maxTableLength = 6_000;
const maxValueLength = 300;

/** The properties of an object that differ, expected against live; no block if there is none. */
export function differencesTable({ properties }: ResourceReport): string[] {
  if (properties.length === 0) return [];
  const rows = takeWhileFits(properties, maxTableLength, row);
  const table = ["| Property | Expected | Live |", "|---|---|---|", ...rows].join("\n");
  const more = properties.length - rows.length;
  return more > 0 ? [table, `And ${countOf(more, "more property", "more properties")}.`] : [table];
}

const row = ({ path, expected, live }: PropertyReport) =>
  `| ${nameCell(path)} | ${valueCell(expected)} | ${valueCell(live)} |`;

function valueCell(value: Json | undefined): string {
  if (value === undefined) return `_${texts.notSet}_`;
  const lines = jsonLines(value);
  const text = lines.join("\n");
  if (text.length <= maxValueLength) return lines.map(tableCell).join("<br>");
  return tableCell(truncate(text.replace(/\s+/g, " "), maxValueLength));
}
