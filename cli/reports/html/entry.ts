import type { Diagnostic } from "../../shared/diagnostic";
import { type Content, type Html, html, isolatedText } from "../../shared/html";
import type { NextStep } from "../../shared/shellCommands";
import { escapedLines, escapeInvisible, someNames } from "../../shared/text";
import { type Entry, type Finding, shownText, symbols, type Text, text } from "../view";
import { tableOf } from "./table";

/** A stack, with what was found of it. */
export function article(entry: Entry, sectionTitle: string, isOpen: boolean): Html {
  const { title, number, status, found = sectionTitle, objects = [] } = entry;
  const content = [
    found === sectionTitle
      ? undefined
      : html`<p class="hint">${statusLabel({ status, text: found })}</p>`,
    details(entry),
    objects.map((object) => folded(object, isOpen)),
  ];
  if (title === undefined) return html`<div class="group">${content}</div>`;
  const anchor = `${status}-${number}`;
  return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title">${shown(title)}</h3>
${content}
</article>`;
}

/** An object: a line with what it is, which opens to show what differs and what to do. */
function folded(object: Entry, isOpen: boolean): Html {
  const { status, title = "", found = "", table } = object;
  const names = table?.rows.map(([name]) => shownText(name, escapeInvisible)) ?? [];
  return html`<details class="object"${isOpen ? html` open` : undefined}>
<summary>${statusLabel({ status, text: found })}<h4>${shown(title)}</h4><span class="paths">${someNames(names, 3)}</span></summary>
<div>
${details(object)}
</div>
</details>`;
}

function details(entry: Entry): Content {
  const { status, facts = [], urn, notes = [], messages = [], table, steps = [], lines } = entry;
  const items = [...facts, ...(urn === undefined ? [] : [text`URN ${urn}`])].map(
    (fact) => html`<li>${textWith(fact, codeOf)}</li>`,
  );
  const style = status === "failed" ? "problem" : "note";
  return [
    items.length > 0 ? html`<ul class="facts">${items}</ul>` : undefined,
    notes.map((note) => html`<p class="hint">${note}</p>`),
    table && tableOf(table),
    messages.map((message) => messageOf(message, style)),
    steps.length > 0 ? stepList(steps) : undefined,
    lines && lineList(lines),
  ];
}

const messageOf = ({ message, urn }: Diagnostic, style: "note" | "problem"): Html =>
  html`<div class="${style}"><p>${escapedLines(message).join("\n")}</p>
${urn === undefined ? undefined : codeOf(urn)}</div>`;

function stepList(steps: NextStep[]): Html {
  const items = steps.map(
    ({ title, effect, command }) =>
      html`<div><dt>${title}</dt><dd><code>${command}</code><span>${effect}</span></dd></div>`,
  );
  return html`<dl class="remedies">${items}</dl>`;
}

export function lineList(entries: Entry[]): Html {
  const items = entries.map(({ title = "", found, facts = [], messages = [] }) => {
    const all = [...(found === undefined ? [] : [found]), ...facts];
    const small = all.map((one) => html`<small>${shown(one)}</small>`);
    return html`<li><b>${shown(title)}</b> ${small} ${messages.map((one) => messageOf(one, "note"))}</li>`;
  });
  return html`<ul class="columns">${items}</ul>`;
}

/** A word with its symbol, in the colour of the status, so that no meaning depends on the colour. */
export const statusLabel = ({ status, text }: Finding): Html =>
  html`<span class="status ${status}"><span aria-hidden="true">${symbols[status]}</span> ${text}</span>`;

const textWith = (text: Text, show: (outside: string) => Html): Content =>
  typeof text === "string"
    ? text
    : text.map((part) => (typeof part === "string" ? part : show(part.outside)));

export const shown = (text: Text): Content => textWith(text, isolatedText);

const codeOf = (outside: string): Html => html`<code>${escapeInvisible(outside)}</code>`;
