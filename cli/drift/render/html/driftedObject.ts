import type { Json } from "../../../../provider/shared/json";
import {
  displayName,
  escapedLines,
  escapeInvisible,
  jsonLines,
  truncate,
} from "../../../shared/text";
import { formatTime } from "../../../shared/time";
import type { PropertyReport, ResourceReport } from "../../report";
import { firstPaths, symbols, texts } from "../summary";
import { type Html, html } from "./template";

/** A text that came from outside: its writing direction is its own. */
export const isolatedText = (text: string): Html => html`<bdi>${displayName(text)}</bdi>`;

/** A word with its sign, in its colour. */
export const statusLabel = (look: keyof typeof symbols, text: string): Html =>
  html`<span class="word ${look}"><span aria-hidden="true">${symbols[look]}</span> ${text}</span>`;

/** A drifted object: on one line what it is, below it what differs and what to do. */
export function objectDetails(resource: ResourceReport, open: boolean): Html {
  const { type, name, result, properties, note } = resource;
  const { paths, more } = firstPaths(resource);
  const hint = [...paths.map(escapeInvisible), ...(more > 0 ? [`${more} more`] : [])];
  return html`<details class="object"${open ? html` open` : undefined}>
<summary>${statusLabel(result, result)}<h4><span class="quiet">${escapeInvisible(type)}</span> ${isolatedText(name)}</h4><span class="paths">${hint.join(", ")}</span></summary>
<div>
${facts(resource)}
${result === "gone" ? html`<p class="gap">${texts.gone}</p>` : undefined}
${properties.length > 0 ? table(resource) : undefined}
${note === undefined ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`}
</div>
</details>`;
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): Html {
  const fact = (term: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : html`<div><dt>${term}</dt><dd><code>${escapeInvisible(text)}</code></dd></div>`;
  const written = updatedAt === undefined ? undefined : formatTime(updatedAt);
  return html`<dl class="facts">${fact("Tenant", tenant)}${fact("ID", id)}${fact("Last written", written)}${fact("URN", urn)}</dl>`;
}

function table({ type, name, properties }: ResourceReport): Html {
  return html`<table class="values">
<caption class="unseen">What differs in ${escapeInvisible(type)} ${isolatedText(name)}</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Expected</th><th scope="col">Live</th></tr></thead>
<tbody>${properties.map(row)}</tbody>
</table>`;
}

function row({ path, expected, live }: PropertyReport): Html {
  const [before, after] = [shown(expected), shown(live)];
  const part = before && after ? differing(before, after) : undefined;
  return html`<tr><th scope="row"><code>${broken(path)}</code></th><td data-label="Expected">${value(before, part)}</td><td data-label="Live">${value(after, part)}</td></tr>`;
}

/** A path may break after each of its steps. */
const broken = (path: string) =>
  displayName(path)
    .split(/(?<=[.\]])/)
    .map((step, at) => [at > 0 ? html`<wbr>` : undefined, step]);

const shown = (value: Json | undefined) =>
  value === undefined ? undefined : jsonLines(value).join("\n");

/** More than this is folded. */
const long = { characters: 600, lines: 16 };

function value(text: string | undefined, part: Part | undefined): Html {
  if (text === undefined) return html`<em class="quiet">${texts.notSet}</em>`;
  const folded = text.length > long.characters || text.split("\n").length > long.lines;
  const code = html`<code>${part ? marked(text, part) : text}</code>`;
  if (!folded) return code;
  const start = truncate(text.replace(/\s+/g, " "), 60);
  return html`<details class="fold"><summary><code>${start}</code></summary>${code}</details>`;
}

/** How much two texts have in common at both ends. */
interface Part {
  start: number;
  end: number;
}

/** Where long texts are alike but for one place: people do not find it in a URL by themselves. */
function differing(one: string, other: string): Part | undefined {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const enough = shorter > 24 && start + end > shorter / 2 && start + end < shorter + 1;
  return enough ? { start, end } : undefined;
}

function marked(text: string, { start, end }: Part) {
  const middle = text.slice(start, text.length - end);
  const mark = middle === "" ? undefined : html`<mark>${middle}</mark>`;
  return [text.slice(0, start), mark, text.slice(text.length - end)];
}
