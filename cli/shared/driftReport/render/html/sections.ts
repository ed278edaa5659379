import type { Diagnostic } from "../../../diagnostic";
import { type Content, type Html, html, isolatedText } from "../../../html";
import type { NextStep } from "../../../shellCommands";
import { escapedLines, escapeInvisible, firstPaths } from "../../../text";
import { formatTime } from "../../../time";
import type { ResourceReport, UnmanagedReport } from "../../report";
import {
  driftedResources,
  isDrifted,
  isFailed,
  type NumberedStack,
  type UnverifiableGroup,
} from "../findings";
import { importStep, remedies } from "../remedies";
import { comparedSummary, stackLabel } from "../summary";
import { type Status, symbols, texts } from "../texts";
import { differencesTable } from "./differencesTable";

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

/** A stack with drift: what to do, and each object. */
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
  return html`<li>${escapeInvisible(kind)} <b>${isolatedText(name)}</b> <small>${escapeInvisible(id)} · ${escapeInvisible(tenant)}${created}</small>${note === undefined ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`}</li>`;
}

/** Objects that cannot be verified, below their common reason. */
export function unverifiableGroup({ note, objects }: UnverifiableGroup): Html {
  const reason =
    note === "" ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`;
  return html`<div class="group">${reason}<ul class="columns">${objects.map(groupItem)}</ul></div>`;
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
${note === undefined ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`}
</div>
</details>`;
}

function title(resource: ResourceReport): Html {
  const { kind, name, result } = resource;
  const { paths, more } = firstPaths(resource.properties);
  const differences = [...paths.map(escapeInvisible), ...(more > 0 ? [`${more} more`] : [])];
  return html`${statusLabel(result, result)}<h4><span class="quiet">${escapeInvisible(kind)}</span> ${isolatedText(name)}</h4><span class="paths">${differences.join(", ")}</span>`;
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
