import type { Json } from "../../../../../provider/shared/json";
import { html } from "../../../html";
import { codeLines, inlineCode, nameCell, table, tableCell, tableRow } from "../../../markdown";
import { takeWhileFits } from "../../../markdownRoom";
import { countOf, displayName, firstPaths, formatNumber, jsonLines, truncate } from "../../../text";
import { formatTime } from "../../../time";
import type { PropertyReport, ResourceReport } from "../../report";
import { symbols, texts } from "../texts";

/** Characters for one object's table and for one value, so that many objects fit a report. */
const maxTableLength = 6_000;
const maxValueLength = 300;

/** A drifted object: what it is, what differs and what to do; folded behind one line if asked for. */
export function driftedObject(resource: ResourceReport, folded: boolean): string {
  const { result, kind, name, properties, note } = resource;
  const details = [
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...differencesTable(properties),
    ...(note === undefined ? [] : [`> ${codeLines(note)}`]),
  ];
  const title = `**${symbols[result]} ${result}** ${inlineCode(kind)} ${inlineCode(name)}`;
  const blocks = folded ? [foldedTitle(resource), ...details, "</details>"] : [title, ...details];
  return blocks.join("\n\n");
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): string {
  return [
    ...(tenant === undefined ? [] : [`Tenant ${inlineCode(tenant)}`]),
    `ID ${inlineCode(id)}`,
    ...(updatedAt === undefined ? [] : [`last written ${inlineCode(formatTime(updatedAt))}`]),
    `URN ${inlineCode(urn)}`,
  ].join(" · ");
}

/** In HTML, since Markdown is not read within `<summary>`. */
function foldedTitle({ result, kind, name, properties }: ResourceReport): string {
  const { paths, more } = firstPaths(properties);
  const code = (text: string) => html` <code>${truncate(displayName(text), 200)}</code>`;
  const object = [code(kind), code(name)];
  const differences = paths.length > 0 ? [":", paths.map(code)] : [];
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return html`<details><summary>${symbols[result]} ${result}${object}${differences}${rest}</summary>`
    .markup;
}

/** The properties that differ, each with its two values; no block if there is none. */
function differencesTable(properties: PropertyReport[]): string[] {
  if (properties.length === 0) return [];
  const rows = takeWhileFits(properties, maxTableLength, ({ path, expected, live }) =>
    tableRow([nameCell(path), valueCell(expected), valueCell(live)]),
  );
  const more = properties.length - rows.length;
  return [
    table(["Property", "Expected", "Live"], rows),
    ...(more > 0 ? [`And ${countOf(more, "more property", "more properties")}.`] : []),
  ];
}

function valueCell(value: Json | undefined): string {
  if (value === undefined) return `_${texts.notSet}_`;
  const lines = jsonLines(value);
  const text = lines.join("\n");
  if (text.length <= maxValueLength) return lines.map(tableCell).join("<br>");
  return tableCell(truncate(text.replace(/\s+/g, " "), maxValueLength));
}
