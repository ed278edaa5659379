import { html } from "../../../html";
import { codeLines, inlineCode, nameCell } from "../../../markdown";
import { differencesTable, valueCell } from "../../../markdownTable";
import { displayName, firstPaths, formatNumber, truncate } from "../../../text";
import { formatTime } from "../../../time";
import type { PropertyReport, ResourceReport } from "../../report";
import { symbols, texts } from "../texts";

/** A drifted object: what it is, what differs and what to do; folded behind one line if asked for. */
export function driftedObject(resource: ResourceReport, folded: boolean): string {
  const { result, properties, note } = resource;
  const details = [
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...differencesTable(["Property", "Expected", "Live"], properties, cells),
    ...(note === undefined ? [] : [`> ${codeLines(note)}`]),
  ];
  return objectBlock(`${symbols[result]} ${result}`, resource, details, folded);
}

const cells = ({ path, expected, live }: PropertyReport) => [
  nameCell(path),
  valueCell(expected),
  valueCell(live),
];

function facts({ id, tenant, updatedAt, urn }: ResourceReport): string {
  return [
    ...(tenant === undefined ? [] : [`Tenant ${inlineCode(tenant)}`]),
    `ID ${inlineCode(id)}`,
    ...(updatedAt === undefined ? [] : [`last written ${inlineCode(formatTime(updatedAt))}`]),
    `URN ${inlineCode(urn)}`,
  ].join(" · ");
}

interface ShownObject {
  type: string;
  name: string;
  properties: { path: string }[];
}

/** With more objects than this, each is folded behind one line. */
export const maxUnfolded = 5;

/** What happened to an object, and the details; folded behind one line if asked for. */
function objectBlock(
  what: string,
  object: ShownObject,
  details: string[],
  folded: boolean,
): string {
  const title = `**${what}** ${inlineCode(object.type)} ${inlineCode(object.name)}`;
  const blocks = folded
    ? [foldedTitle(what, object), ...details, "</details>"]
    : [title, ...details];
  return blocks.join("\n\n");
}

/** In HTML, since Markdown is not read within `<summary>`. */
function foldedTitle(what: string, { type, name, properties }: ShownObject): string {
  const { paths, more } = firstPaths(properties);
  const code = (text: string) => html` <code>${truncate(displayName(text), 200)}</code>`;
  const object = [code(type), code(name)];
  const differences = paths.length > 0 ? [":", paths.map(code)] : [];
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return html`<details><summary>${what}${object}${differences}${rest}</summary>`.markup;
}
