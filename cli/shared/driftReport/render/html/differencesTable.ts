import type { Json } from "../../../../../provider/shared/json";
import { type Html, html } from "../../../html";
import { isolatedText } from "../../../page/labels";
import { displayName, escapeInvisible, jsonLines, truncate } from "../../../text";
import type { PropertyReport, ResourceReport } from "../../report";
import { texts } from "../texts";
import { type CommonEnds, commonEnds } from "./commonEnds";

/** The properties of an object that differ, expected against live. */
export function differencesTable({ type, name, properties }: ResourceReport): Html {
  return html`<table class="differences records">
<caption class="visually-hidden">Differences of ${escapeInvisible(type)} ${isolatedText(name)}</caption>
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
