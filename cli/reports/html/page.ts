import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../shared/diagnostic";
import { type Content, Html, html, isolatedText } from "../../shared/html";
import type { NextStep } from "../../shared/shellCommands";
import {
  displayName,
  escapedLines,
  escapeInvisible,
  formatNumber,
  formatTime,
  someNames,
} from "../../shared/text";
import {
  type Entry,
  type Finding,
  type Row,
  type Section,
  shownText,
  symbols,
  type Text,
  text,
  type View,
} from "../view";
import { tableOf } from "./table";

/** The build copies this file next to the bundled command line. */
const pageStyle = () => readFileSync(join(__dirname, "page.css"), "utf8");

/** More objects than this are folded, so that a reader can see all of them. */
const maxUnfolded = 10;

/** A report as one HTML file, without scripts and without requests to anywhere. */
export const page = (view: View): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shownText(view.title, displayName)}: drift report</title>
<style>${new Html(pageStyle())}</style>
</head>
<body>
<a class="skip visually-hidden" href="#main">Skip to the findings</a>
${header(view)}
<main id="main" tabindex="-1">
${main(view)}
</main>
<footer><p>${view.end} All times are UTC.</p></footer>
</body>
</html>
`.markup;

const header = ({ status, title, counts = [], report }: View): Html =>
  html`<header>
<p class="eyebrow">Drift report</p>
<div class="verdict"><span class="badge ${status}" aria-hidden="true">${symbols[status]}</span><h1>${shown(title)}</h1></div>
<p>${counts.join(" · ")}</p>
${report && html`<p class="quiet">Checked ${formatTime(report.finishedAt)}, by ${isolatedText(report.generator)}</p>`}
</header>`;

function main({ notes, overview, sections, rest }: View): Content {
  const all = [...sections, ...(rest ? [rest] : [])].filter(({ entries }) => entries.length > 0);
  const objects = sections.flatMap(({ entries }) => entries.flatMap((one) => one.objects ?? []));
  const isOpen = objects.length <= maxUnfolded;
  return [
    notes.map((note) => html`<p class="lead">${note}</p>`),
    all.length > 0 ? navigation(overview, all) : undefined,
    all.map((one) =>
      one === rest
        ? sectionOf(one, lineList(one.entries))
        : sectionOf(
            one,
            one.entries.map((entry) => article(entry, one.title, isOpen)),
          ),
    ),
  ];
}

/** The page's table of contents: a row for each stack that needs action, then the sections. */
function navigation({ columns, numbers, rows }: View["overview"], sections: Section[]): Html {
  const headings = [...columns, ...numbers].map((one) => html`<th scope="col">${one}</th>`);
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const table = html`<table class="stacks">
<caption class="visually-hidden">What needs action</caption>
<thead><tr>${headings}</tr></thead>
<tbody>${rows.map((row) => overviewRow(row, numbers))}</tbody>
</table>`;
  return html`<nav aria-label="Findings">
${rows.length > 0 ? table : undefined}
<ul class="rest">${links}</ul>
</nav>`;
}

function overviewRow({ title, number, found, cells }: Row, columns: string[]): Html {
  const counts = cells.map((cell, column) => {
    const zero = cell === 0 ? html` class="zero"` : undefined;
    const content = typeof cell === "number" ? formatNumber(cell) : shown(cell);
    return html`<td data-label="${columns[column]}"${zero}>${content}</td>`;
  });
  return html`<tr><th scope="row"><a href="#${found[0]?.status}-${number}">${shown(title)}</a></th>
<td>${found.map((one) => [statusLabel(one), " "])}</td>${counts}</tr>`;
}

const sectionOf = ({ id, title, why }: Section, content: Content): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${why === undefined ? undefined : html`<p>${why}</p>`}
${content}
</section>`;

function article(entry: Entry, sectionTitle: string, isOpen: boolean): Html {
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

/** A line for an object, which opens to show the differences and what to do. */
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

function lineList(entries: Entry[]): Html {
  const items = entries.map(({ title = "", found, facts = [], messages = [] }) => {
    const all = [...(found === undefined ? [] : [found]), ...facts];
    const small = all.map((one) => html`<small>${shown(one)}</small>`);
    return html`<li><b>${shown(title)}</b> ${small} ${messages.map((one) => messageOf(one, "note"))}</li>`;
  });
  return html`<ul class="columns">${items}</ul>`;
}

/** A word with its symbol, in the color of the status. */
const statusLabel = ({ status, text }: Finding): Html =>
  html`<span class="status ${status}"><span aria-hidden="true">${symbols[status]}</span> ${text}</span>`;

const textWith = (text: Text, show: (outside: string) => Html): Content =>
  typeof text === "string"
    ? text
    : text.map((part) => (typeof part === "string" ? part : show(part.outside)));

const shown = (text: Text): Content => textWith(text, isolatedText);

const codeOf = (outside: string): Html => html`<code>${escapeInvisible(outside)}</code>`;
