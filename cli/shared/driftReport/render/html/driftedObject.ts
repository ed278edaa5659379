import { firstPaths } from "../../../firstPaths";
import { type Html, html } from "../../../html";
import { factList } from "../../../page/document";
import { isolatedText } from "../../../page/labels";
import { escapedLines, escapeInvisible } from "../../../text";
import { formatTime } from "../../../time";
import type { ResourceReport } from "../../report";
import { texts } from "../texts";
import { differencesTable } from "./differencesTable";
import { statusLabel } from "./labels";

/** A drifted object: a line with what it is, which opens to show what differs and what to do. */
export function driftedObject(resource: ResourceReport, open: boolean): Html {
  const { result, properties, note } = resource;
  return html`<details class="object"${open ? html` open` : undefined}>
<summary>${title(resource)}</summary>
<div>
${facts(resource)}
${result === "gone" ? html`<p class="hint">${texts.gone}</p>` : undefined}
${properties.length > 0 ? differencesTable(resource) : undefined}
${note === undefined ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`}
</div>
</details>`;
}

function title(resource: ResourceReport): Html {
  const { type, name, result } = resource;
  const { paths, more } = firstPaths(resource.properties);
  const differences = [...paths.map(escapeInvisible), ...(more > 0 ? [`${more} more`] : [])];
  return html`${statusLabel(result, result)}<h4><span class="quiet">${escapeInvisible(type)}</span> ${isolatedText(name)}</h4><span class="paths">${differences.join(", ")}</span>`;
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): Html {
  const lastWritten = updatedAt === undefined ? undefined : formatTime(updatedAt);
  return factList([
    ["Tenant", tenant],
    ["ID", id],
    ["Last written", lastWritten],
    ["URN", urn],
  ]);
}
