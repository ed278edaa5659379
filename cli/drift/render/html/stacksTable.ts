import { countOf, formatNumber } from "../../../shared/number";
import type { DriftReport } from "../../report";
import {
  countColumns,
  findings,
  groupFindings,
  type NumberedStack,
  stackCounts,
  stackLabel,
} from "../summary";
import { isolatedText, statusLabel } from "./driftedObject";
import { type Html, html } from "./template";

/** What there is to look at: one row for each stack that failed or drifted, then the rest. */
export function findingsNavigation(report: DriftReport): Html {
  const { toLookAt, unverifiable, clean } = groupFindings(report);
  const objects = countOf(report.summary.unverifiable, "object");
  const rest = [
    unverifiable.length > 0 && html`<a href="#unverifiable">${objects} that cannot be verified</a>`,
    clean.length > 0 &&
      html`<a href="#clean">${countOf(clean.length, "stack")} without a difference</a>`,
  ].filter((link) => link !== false);
  return html`<nav aria-label="Findings">
${toLookAt.length > 0 ? table(toLookAt) : undefined}
<ul class="rest">${rest.map((link) => html`<li>${link}</li>`)}</ul>
</nav>`;
}

const table = (stacks: NumberedStack[]) => html`<table class="index">
<caption class="unseen">Stacks to look at</caption>
<thead><tr><th scope="col">Stack</th><th scope="col">Found</th>${countColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${stacks.map(row)}</tbody>
</table>`;

function row({ stack, number }: NumberedStack): Html {
  const to = stack.result === "failed" ? "failed" : "drift";
  const said = findings(stack).map(({ status, text }) => [statusLabel(status, text), " "]);
  const cells = stackCounts(stack).map((many, column) => {
    const none = many === 0 ? html` class="none"` : undefined;
    return html`<td data-label="${countColumns[column]}"${none}>${formatNumber(many)}</td>`;
  });
  return html`<tr><th scope="row"><a href="#${to}-${number}">${isolatedText(stackLabel(stack))}</a></th>
<td>${said}</td>${cells}</tr>`;
}
