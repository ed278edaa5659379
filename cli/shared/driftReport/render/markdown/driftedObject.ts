import { codeLines, inlineCode } from "../../../markdown";
import { formatNumber } from "../../../number";
import { displayName, truncate } from "../../../text";
import { formatTime } from "../../../time";
import type { ResourceReport } from "../../report";
import { firstPaths } from "../findings";
import { html } from "../html/template";
import { symbols, texts } from "../texts";
import { differencesTable } from "./differencesTable";

/** A drifted object: what it is, what differs and what to do; folded behind one line if asked for. */
export function driftedObject(resource: ResourceReport, folded: boolean): string {
  const { type, name, result, note } = resource;
  const body = [
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...differencesTable(resource),
    ...(note === undefined ? [] : [`> ${codeLines(note)}`]),
  ];
  const title = `**${symbols[result]} ${result}** ${inlineCode(type)} ${inlineCode(name)}`;
  const blocks = folded ? [foldedTitle(resource), ...body, "</details>"] : [title, ...body];
  return blocks.join("\n\n");
}

/** In HTML, since Markdown is not read within `<summary>`. */
function foldedTitle(resource: ResourceReport): string {
  const { type, name, result } = resource;
  const { paths, more } = firstPaths(resource);
  const code = (text: string) => html` <code>${truncate(displayName(text), 200)}</code>`;
  const object = [code(type), code(name)];
  const differences = paths.length > 0 ? [":", paths.map(code)] : [];
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return html`<details><summary>${symbols[result]} ${result}${object}${differences}${rest}</summary>`
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
