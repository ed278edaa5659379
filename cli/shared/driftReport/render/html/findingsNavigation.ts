import { type Html, html } from "../../../html";
import { countOf, formatNumber } from "../../../number";
import { isolatedText } from "../../../page/labels";
import type { DriftReport } from "../../report";
import { findings, groupFindings, type NumberedStack } from "../findings";
import { countColumns, stackCounts, stackLabel } from "../summary";
import { statusLabel } from "./labels";

/** The page's table of contents: a row for each stack that failed or drifted, then the rest. */
export function findingsNavigation(report: DriftReport): Html {
  const { needAction } = groupFindings(report);
  const links = linksToOthers(report).map((link) => html`<li>${link}</li>`);
  return html`<nav aria-label="Findings">
${needAction.length > 0 ? stacksTable(needAction) : undefined}
<ul class="rest">${links}</ul>
</nav>`;
}

function linksToOthers(report: DriftReport): Html[] {
  const { unverifiable, clean } = groupFindings(report);
  const objects = countOf(report.summary.unverifiable, "object");
  const stacks = countOf(clean.length, "stack");
  return [
    ...(unverifiable.length > 0
      ? [html`<a href="#unverifiable">${objects} that cannot be verified</a>`]
      : []),
    ...(clean.length > 0 ? [html`<a href="#clean">${stacks} without a difference</a>`] : []),
  ];
}

function stacksTable(stacks: NumberedStack[]): Html {
  const counts = countColumns.map((column) => html`<th scope="col">${column}</th>`);
  return html`<table class="stacks">
<caption class="visually-hidden">Stacks that need action</caption>
<thead><tr><th scope="col">Stack</th><th scope="col">Found</th>${counts}</tr></thead>
<tbody>${stacks.map(row)}</tbody>
</table>`;
}

function row({ stack, number }: NumberedStack): Html {
  const section = stack.result === "failed" ? "failed" : "drift";
  const labels = findings(stack).map(({ status, text }) => [statusLabel(status, text), " "]);
  const counts = stackCounts(stack).map((count, column) => {
    const zero = count === 0 ? html` class="zero"` : undefined;
    return html`<td data-label="${countColumns[column]}"${zero}>${formatNumber(count)}</td>`;
  });
  return html`<tr><th scope="row"><a href="#${section}-${number}">${isolatedText(stackLabel(stack))}</a></th>
<td>${labels}</td>${counts}</tr>`;
}
