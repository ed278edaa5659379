import { type Content, Html, html, isolatedText } from "../../shared/html";
import { displayName, formatNumber } from "../../shared/text";
import { checkTime } from "../../shared/time";
import { type Row, type Section, shownText, symbols, type View } from "../view";
import { article, lineList, shown, statusLabel } from "./entry";
import { pageStyle } from "./stylesheet";

/** With more objects than this they are folded, so that a reader can see all of them. */
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
<style>${new Html(pageStyle)}</style>
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

const header = ({ status, title, counts, report }: View): Html =>
  html`<header>
<p class="eyebrow">Drift report</p>
<div class="verdict"><span class="badge ${status}" aria-hidden="true">${symbols[status]}</span><h1>${shown(title)}</h1></div>
<p>${counts.join(" · ")}</p>
<p class="quiet">${checkTime(report)}, by ${isolatedText(report.generator)}</p>
</header>`;

function main({ notes, overview, sections, rest }: View): Content {
  const all = [...sections, rest].filter(({ entries }) => entries.length > 0);
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
