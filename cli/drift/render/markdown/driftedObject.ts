import type { Json } from "../../../../provider/shared/json";
import { countOf, formatNumber } from "../../../shared/number";
import { displayName, jsonLines, truncate } from "../../../shared/text";
import { formatTime } from "../../../shared/time";
import type { PropertyReport, ResourceReport } from "../../report";
import { html } from "../html/template";
import { firstPaths, symbols, texts } from "../summary";
import { codeLines, inlineCode, nameCell, tableCell, takeWhileFits } from "./escape";

/** So many characters are told of an object's properties, and of one value. */
const most = { properties: 6_000, value: 300 };

/** A drifted object: what it is, what differs, what to do; folded behind one line if need be. */
export function objectText(resource: ResourceReport, folded: boolean): string {
  const { type, name, result, note } = resource;
  const body = [
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...table(resource),
    ...(note === undefined ? [] : [`> ${codeLines(note)}`]),
  ];
  const title = `**${symbols[result]} ${result}** ${inlineCode(type)} ${inlineCode(name)}`;
  return (folded ? [summary(resource), ...body, "</details>"] : [title, ...body]).join("\n\n");
}

function summary(resource: ResourceReport): string {
  const { type, name, result } = resource;
  const { paths, more } = firstPaths(resource);
  const inCode = (text: string) => html` <code>${truncate(displayName(text), 200)}</code>`;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return html`<details><summary>${symbols[result]} ${result}${[type, name].map(inCode)}${paths.length > 0 ? ":" : ""}${paths.map(inCode)}${rest}</summary>`
    .markup;
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): string {
  return [
    ...(tenant === undefined ? [] : [`Tenant ${inlineCode(tenant)}`]),
    `ID ${inlineCode(id)}`,
    ...(updatedAt === undefined ? [] : [`last written ${inlineCode(formatTime(updatedAt))}`]),
    `URN ${inlineCode(urn)}`,
  ].join(" · ");
}

function table({ properties }: ResourceReport): string[] {
  if (properties.length === 0) return [];
  const rows = takeWhileFits(properties, most.properties, row);
  const more = properties.length - rows.length;
  const told = ["| Property | Expected | Live |", "|---|---|---|", ...rows].join("\n");
  return more > 0 ? [told, `And ${countOf(more, "more property", "more properties")}.`] : [told];
}

const row = ({ path, expected, live }: PropertyReport) =>
  `| ${nameCell(path)} | ${value(expected)} | ${value(live)} |`;

function value(given: Json | undefined): string {
  if (given === undefined) return `_${texts.notSet}_`;
  const lines = jsonLines(given);
  const text = lines.join("\n");
  if (text.length <= most.value) return lines.map(tableCell).join("<br>");
  return tableCell(truncate(text.replace(/\s+/g, " "), most.value));
}
