import type { Json } from "../../../../../provider/shared/json";
import { type Html, html, isolatedText } from "../../../html";
import { displayName, escapeInvisible, jsonLines, truncate } from "../../../text";
import type { PropertyReport, ResourceReport } from "../../report";
import { texts } from "../texts";

/** The properties of an object that differ, expected against live. */
export function differencesTable({ kind, name, properties }: ResourceReport): Html {
  return html`<table class="differences records">
<caption class="visually-hidden">Differences of ${escapeInvisible(kind)} ${isolatedText(name)}</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Expected</th><th scope="col">Live</th></tr></thead>
<tbody>${properties.map(row)}</tbody>
</table>`;
}

function row({ path, expected, live }: PropertyReport): Html {
  const expectedText = valueText(expected);
  const liveText = valueText(live);
  const common =
    expectedText !== undefined && liveText !== undefined
      ? commonEnds(expectedText, liveText)
      : undefined;
  return html`<tr><th scope="row"><code>${breakable(path)}</code></th><td data-label="Expected">${valueCell(expectedText, common)}</td><td data-label="Live">${valueCell(liveText, common)}</td></tr>`;
}

/** A path that can break after each of its steps. */
const breakable = (path: string) =>
  displayName(path)
    .split(/(?<=[.\]])/)
    .map((step, index) => [index > 0 ? html`<wbr>` : undefined, step]);

const valueText = (value: Json | undefined) =>
  value === undefined ? undefined : jsonLines(value).join("\n");

/** Longer values are folded, so that one of them does not fill the page. */
const foldLimit = { characters: 600, lines: 16 };

function valueCell(text: string | undefined, common: CommonEnds | undefined): Html {
  if (text === undefined) return html`<em class="quiet">${texts.notSet}</em>`;
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

/** How many characters two texts have in common at their start and at their end. */
interface CommonEnds {
  start: number;
  end: number;
}

/** In shorter texts, a reader sees the difference. */
const minLength = 24;

/** The common ends of two long texts that differ in one place, such as two URLs. */
function commonEnds(one: string, other: string): CommonEnds | undefined {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;

  const mostlyCommon = start + end > shorter / 2;
  return shorter > minLength && mostlyCommon ? { start, end } : undefined;
}
