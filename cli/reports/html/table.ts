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
  const texts = cells.map(cellText);
  const common = commonEnds(...texts);
  const values = texts.map(
    (text, index) => html`<td data-label="${columns[index + 1]}">${valueCell(text, common)}</td>`,
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

function valueCell(text: string | undefined, common: CommonEnds | undefined): Html {
  if (text === undefined) return html`<em class="quiet">${notSet}</em>`;
  const value = html`<code>${common ? markMiddle(text, common) : text}</code>`;
  const isLong = text.length > foldLimit.characters || text.split("\n").length > foldLimit.lines;
  if (!isLong) return value;
  const start = truncate(text.replace(/\s+/g, " "), 60);
  return html`<details class="fold"><summary><code>${start}</code></summary>${value}</details>`;
}

function markMiddle(text: string, { start, end }: CommonEnds) {
  const middle = text.slice(start, text.length - end);
  const mark = middle === "" ? undefined : html`<mark>${middle}</mark>`;
  return [text.slice(0, start), mark, text.slice(text.length - end)];
}

interface CommonEnds {
  start: number;
  end: number;
}

/** Readers see the difference of shorter texts without help. */
const minLength = 24;

/** The common start and end of two long texts that differ in one place, such as two URLs. */
function commonEnds(one?: string, other?: string): CommonEnds | undefined {
  if (one === undefined || other === undefined) return undefined;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;

  const mostlyCommon = start + end > shorter / 2;
  return shorter > minLength && mostlyCommon ? { start, end } : undefined;
}
