import { count, number } from "../../../shared/text";
import type { DriftReport } from "../../report";
import { counts, findings, foundColumns, groups, nameOf, type Placed } from "../summary";
import { own, word } from "./driftedObject";
import { type Html, html } from "./template";

/** What there is to look at: one row for each stack that failed or drifted, then the rest. */
export function index(report: DriftReport): Html {
  const { toLookAt, unverifiable, clean } = groups(report);
  const objects = count(report.summary.unverifiable, "object");
  const rest = [
    unverifiable.length > 0 && html`<a href="#unverifiable">${objects} that cannot be verified</a>`,
    clean.length > 0 &&
      html`<a href="#clean">${count(clean.length, "stack")} without a difference</a>`,
  ].filter((link) => link !== false);
  return html`<nav aria-label="Findings">
${toLookAt.length > 0 ? table(toLookAt) : undefined}
<ul class="rest">${rest.map((link) => html`<li>${link}</li>`)}</ul>
</nav>`;
}

const table = (stacks: Placed[]) => html`<table class="index">
<caption class="unseen">Stacks to look at</caption>
<thead><tr><th scope="col">Stack</th><th scope="col">Found</th>${foundColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${stacks.map(row)}</tbody>
</table>`;

function row({ stack, place }: Placed): Html {
  const to = stack.result === "failed" ? "failed" : "drift";
  const said = findings(stack).map(({ look, text }) => [word(look, text), " "]);
  const cells = counts(stack).map((many, column) => {
    const none = many === 0 ? html` class="none"` : undefined;
    return html`<td data-label="${foundColumns[column]}"${none}>${number(many)}</td>`;
  });
  return html`<tr><th scope="row"><a href="#${to}-${place}">${own(nameOf(stack))}</a></th>
<td>${said}</td>${cells}</tr>`;
}
