import type { Json } from "../../../../../provider/shared/json";
import type { Diagnostic } from "../../../diagnostic";
import { type Content, type Html, html, isolatedText } from "../../../html";
import type { NextStep } from "../../../shellCommands";
import {
  displayName,
  escapedLines,
  escapeInvisible,
  jsonLines,
  someNames,
  truncate,
} from "../../../text";
import { formatTime } from "../../../time";
import type { PropertyReport, ResourceReport, UnmanagedReport } from "../../report";
import { importStep, remedies } from "../remedies";
import {
  comparedSummary,
  driftedResources,
  isDrifted,
  isFailed,
  type NumberedStack,
  type Status,
  stackLabel,
  symbols,
  texts,
  type UnverifiableGroup,
} from "../summary";

/** A stack that could not be checked, or only in part, and why. */
export function failedStack(numbered: NumberedStack): Html {
  const { stack, number } = numbered;
  const partial = isDrifted(stack)
    ? html`<p class="hint">${texts.partialWhy} <a href="#drift-${number}">See the drift</a></p>`
    : undefined;
  return stackArticle("failed", numbered, [stack.problems.map(diagnosticText), partial]);
}

const diagnosticText = ({ message, urn }: Diagnostic) =>
  html`<div class="problem"><p>${escapedLines(message).join("\n")}</p>
${urn === undefined ? undefined : html`<code class="urn">${escapeInvisible(urn)}</code>`}</div>`;

export function driftedStack(numbered: NumberedStack, open: boolean): Html {
  const { stack, number } = numbered;
  const partial = isFailed(stack)
    ? html`<p class="hint">${statusLabel("failed", texts.partial)} <a href="#failed-${number}">Why</a></p>`
    : undefined;
  const objects = driftedResources(stack).map((resource) => driftedObject(resource, open));
  return stackArticle("drift", numbered, [partial, remedyList(remedies(stack)), objects]);
}

function stackArticle(section: string, { stack, number }: NumberedStack, content: Content): Html {
  const id = `${section}-${number}`;
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${isolatedText(stackLabel(stack))}</h3>
${content}
</article>`;
}

function remedyList(remedies: NextStep[]): Html {
  const items = remedies.map(
    ({ title, effect, command }) =>
      html`<div><dt>${title}</dt><dd><code>${command}</code><span>${effect}</span></dd></div>`,
  );
  return html`<dl class="remedies">${items}</dl>`;
}

/** What the tenants of a stack have and no stack declares. */
export function unmanagedStack(numbered: NumberedStack): Html {
  const items = numbered.stack.unmanaged?.map(unmanagedItem) ?? [];
  const step = remedyList([importStep(numbered.stack)]);
  return stackArticle("unmanaged", numbered, [step, html`<ul class="columns">${items}</ul>`]);
}

function unmanagedItem({ kind, name, id, tenant, createdAt, note }: UnmanagedReport): Html {
  const created =
    createdAt === undefined ? undefined : ` · created ${escapeInvisible(formatTime(createdAt))}`;
  return html`<li>${escapeInvisible(kind)} <b>${isolatedText(name)}</b> <small>${escapeInvisible(id)} · ${escapeInvisible(tenant)}${created}</small>${noteParagraph(note)}</li>`;
}

const noteParagraph = (note = ""): Html | undefined =>
  note === "" ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`;

/** Objects that cannot be verified, below their common reason. */
export function unverifiableGroup({ note, objects }: UnverifiableGroup): Html {
  return html`<div class="group">${noteParagraph(note)}<ul class="columns">${objects.map(groupItem)}</ul></div>`;
}

function groupItem({ stack, resource }: UnverifiableGroup["objects"][number]): Html {
  const { kind, name, id, tenant } = resource;
  const where = tenant === undefined ? undefined : ` · ${escapeInvisible(tenant)}`;
  return html`<li>${escapeInvisible(kind)} <b>${isolatedText(name)}</b> <small>${isolatedText(stackLabel(stack))}</small><small>${escapeInvisible(id)}${where}</small></li>`;
}

export const cleanStack = ({ stack }: NumberedStack): Html =>
  html`<li>${isolatedText(stackLabel(stack))} <small>${comparedSummary(stack)}</small></li>`;

/** A drifted object: a line with what it is, which opens to show what differs and what to do. */
function driftedObject(resource: ResourceReport, open: boolean): Html {
  const { result, properties, note } = resource;
  return html`<details class="object"${open ? html` open` : undefined}>
<summary>${title(resource)}</summary>
<div>
${facts(resource)}
${result === "gone" ? html`<p class="hint">${texts.gone}</p>` : undefined}
${properties.length > 0 ? differencesTable(resource) : undefined}
${noteParagraph(note)}
</div>
</details>`;
}

function title(resource: ResourceReport): Html {
  const { kind, name, result } = resource;
  const paths = resource.properties.map(({ path }) => escapeInvisible(path));
  return html`${statusLabel(result, result)}<h4><span class="quiet">${escapeInvisible(kind)}</span> ${isolatedText(name)}</h4><span class="paths">${someNames(paths, 3)}</span>`;
}

function facts({ id, tenant, updatedAt, urn }: ResourceReport): Html {
  const lastWritten = updatedAt === undefined ? undefined : formatTime(updatedAt);
  const terms = { Tenant: tenant, ID: id, "Last written": lastWritten, URN: urn };
  const items = Object.entries(terms).map(([term, text]) =>
    text === undefined
      ? undefined
      : html`<div><dt>${term}</dt><dd><code>${escapeInvisible(text)}</code></dd></div>`,
  );
  return html`<dl class="facts">${items}</dl>`;
}

/** A word with its symbol, in the colour of the status, so that no meaning depends on the colour. */
export const statusLabel = (status: Status, text: string): Html =>
  html`<span class="status ${status}"><span aria-hidden="true">${symbols[status]}</span> ${text}</span>`;

function differencesTable({ kind, name, properties }: ResourceReport): Html {
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
