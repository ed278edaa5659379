import type { Json } from "../../../../provider/shared/json";
import { count, cut, jsonLines, named, number, time } from "../../../shared/text";
import type { PropertyReport, ResourceReport } from "../../report";
import { html } from "../html/template";
import { firstPaths, signs, texts } from "../summary";
import { cell, code, fitting, message, nameCell } from "./escape";

/** So many characters are told of an object's properties, and of one value. */
const most = { properties: 6_000, value: 300 };

/** A drifted object: what it is, what differs, what to do; folded behind one line if need be. */
export function objectText(resource: ResourceReport, folded: boolean): string {
  const { type, name, result, note } = resource;
  const body = [
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...table(resource),
    ...(note === undefined ? [] : [`> ${message(note)}`]),
  ];
  const title = `**${signs[result]} ${result}** ${code(type)} ${code(name)}`;
  return (folded ? [summary(resource), ...body, "</details>"] : [title, ...body]).join("\n\n");
}

function summary(resource: ResourceReport): string {
  const { type, name, result } = resource;
  const { paths, more } = firstPaths(resource);
  const inCode = (text: string) => html` <code>${cut(named(text), 200)}</code>`;
  const rest = more > 0 ? ` and ${number(more)} more` : "";
  return html`<details><summary>${signs[result]} ${result}${[type, name].map(inCode)}${paths.length > 0 ? ":" : ""}${paths.map(inCode)}${rest}</summary>`
    .markup;
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): string {
  return [
    ...(tenant === undefined ? [] : [`Tenant ${code(tenant)}`]),
    `ID ${code(id)}`,
    ...(updatedAt === undefined ? [] : [`last written ${code(time(updatedAt))}`]),
    `URN ${code(urn)}`,
  ].join(" · ");
}

function table({ properties }: ResourceReport): string[] {
  if (properties.length === 0) return [];
  const rows = fitting(properties, most.properties, row);
  const more = properties.length - rows.length;
  const told = ["| Property | Expected | Live |", "|---|---|---|", ...rows].join("\n");
  return more > 0 ? [told, `And ${count(more, "more property", "more properties")}.`] : [told];
}

const row = ({ path, expected, live }: PropertyReport) =>
  `| ${nameCell(path)} | ${value(expected)} | ${value(live)} |`;

function value(given: Json | undefined): string {
  if (given === undefined) return `_${texts.notSet}_`;
  const lines = jsonLines(given);
  const text = lines.join("\n");
  if (text.length <= most.value) return lines.map(cell).join("<br>");
  return cell(cut(text.replace(/\s+/g, " "), most.value));
}
