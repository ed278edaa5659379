import { type Html, html } from "../../shared/html";
import { displayName, jsonLines, notSet, truncate } from "../../shared/text";
import { type Cell, isValue, shownText, type Table } from "../view";

export function tableOf({ columns, rows }: Table): Html {
  return html`<table class="differences records">
<thead><tr>${columns.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, columns))}</tbody>
</table>`;
}

function tableRow([name, ...cells]: Table["rows"][number], columns: string[]): Html {
  const values = cells.map(
    (cell, index) => html`<td data-label="${columns[index + 1]}">${valueCell(cellText(cell))}</td>`,
  );
  return html`<tr><th scope="row"><code>${breakable(shownText(name, displayName))}</code></th>${values}</tr>`;
}

/** Undefined for a value that isn't set. */
function cellText(cell: Cell): string | undefined {
  if (!isValue(cell)) return shownText(cell, displayName);
  return cell.value === undefined ? undefined : jsonLines(cell.value).join("\n");
}

/** A path that can break after each of its steps. */
const breakable = (path: string) =>
  path.split(/(?<=[.\]])/).map((step, index) => [index > 0 ? html`<wbr>` : undefined, step]);

/** Longer values are folded, so that a single one doesn't fill the page. */
const foldLimit = { characters: 600, lines: 16 };

function valueCell(text: string | undefined): Html {
  if (text === undefined) return html`<em class="quiet">${notSet}</em>`;
  const value = html`<code>${text}</code>`;
  const isLong = text.length > foldLimit.characters || text.split("\n").length > foldLimit.lines;
  if (!isLong) return value;
  const start = truncate(text.replace(/\s+/g, " "), 60);
  return html`<details class="fold"><summary><code>${start}</code></summary>${value}</details>`;
}
