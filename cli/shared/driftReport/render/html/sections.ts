import type { Diagnostic } from "../../../diagnostic";
import { type Content, type Html, html } from "../../../html";
import { article, remedyList } from "../../../page/document";
import { isolatedText } from "../../../page/labels";
import { escapedLines, escapeInvisible } from "../../../text";
import {
  driftedResources,
  isDrifted,
  isFailed,
  type NumberedStack,
  type UnverifiableGroup,
} from "../findings";
import { remedies } from "../remedies";
import { comparedSummary, stackLabel } from "../summary";
import { texts } from "../texts";
import { driftedObject } from "./driftedObject";
import { statusLabel } from "./labels";

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

const stackArticle = (section: string, { stack, number }: NumberedStack, content: Content): Html =>
  article(`${section}-${number}`, isolatedText(stackLabel(stack)), content);

/** Objects that cannot be verified, below their common reason. */
export function unverifiableGroup({ note, objects }: UnverifiableGroup): Html {
  const reason =
    note === "" ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`;
  return html`<div class="group">${reason}<ul class="columns">${objects.map(groupItem)}</ul></div>`;
}

function groupItem({ stack, resource }: UnverifiableGroup["objects"][number]): Html {
  const { type, name, id, tenant } = resource;
  const where = tenant === undefined ? undefined : ` · ${escapeInvisible(tenant)}`;
  return html`<li>${escapeInvisible(type)} <b>${isolatedText(name)}</b> <small>${isolatedText(stackLabel(stack))}</small><small>${escapeInvisible(id)}${where}</small></li>`;
}

export const cleanStack = ({ stack }: NumberedStack): Html =>
  html`<li>${isolatedText(stackLabel(stack))} <small>${comparedSummary(stack)}</small></li>`;
