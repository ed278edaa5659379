import { type Html, html, isolatedText } from "../../../html";
import { countOf, formatNumber } from "../../../text";
import type { DriftReport } from "../../report";
import { findings, groupFindings, isDrifted, isFailed, type NumberedStack } from "../findings";
import { countColumns, stackCounts, stackLabel } from "../summary";
import { texts } from "../texts";
import { pageDocument, section } from "./document";
import {
  cleanStack,
  driftedStack,
  failedStack,
  statusLabel,
  unmanagedStack,
  unverifiableGroup,
} from "./sections";

/** With more drifted objects than this they are folded, so that a reader can see all of them. */
const maxUnfolded = 10;

/** The report as one HTML file. */
export const page = (report: DriftReport): string => pageDocument(report, main(report));

function main(report: DriftReport): Html {
  if (report.stacks.length === 0) return html`<p class="lead">${texts.noStack}</p>`;
  const { failed, drift, unmanaged, unverifiable, clean } = groupFindings(report);
  const open = report.summary.changed + report.summary.gone <= maxUnfolded;
  const drifted = drift.map((stack) => driftedStack(stack, open));
  const cleanList = html`<ul class="columns">${clean.map(cleanStack)}</ul>`;
  return html`${findingsNavigation(report)}
${failed.length > 0 ? section("failed", texts.failed, texts.failedWhy, failed.map(failedStack)) : undefined}
${drift.length > 0 ? section("drift", texts.drift, undefined, drifted) : undefined}
${unmanaged.length > 0 ? section("unmanaged", texts.unmanaged, texts.unmanagedWhy, unmanaged.map(unmanagedStack)) : undefined}
${unverifiable.length > 0 ? section("unverifiable", texts.unverifiable, texts.unverifiableWhy, unverifiable.map(unverifiableGroup)) : undefined}
${clean.length > 0 ? section("clean", texts.clean, texts.cleanWhy, cleanList) : undefined}`;
}

/** The page's table of contents: a row for each stack that failed or drifted, then the rest. */
function findingsNavigation(report: DriftReport): Html {
  const { needAction } = groupFindings(report);
  const links = linksToOthers(report).map((link) => html`<li>${link}</li>`);
  return html`<nav aria-label="Findings">
${needAction.length > 0 ? stacksTable(needAction) : undefined}
<ul class="rest">${links}</ul>
</nav>`;
}

function linksToOthers(report: DriftReport): Html[] {
  const { unmanaged, unverifiable, clean } = groupFindings(report);
  const undeclared = countOf(report.summary.unmanaged ?? 0, "unmanaged object");
  const objects = countOf(report.summary.unverifiable, "object");
  const stacks = countOf(clean.length, "stack");
  return [
    ...(unmanaged.length > 0 ? [html`<a href="#unmanaged">${undeclared}</a>`] : []),
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
  const [section] = [
    ...(isFailed(stack) ? ["failed"] : []),
    ...(isDrifted(stack) ? ["drift"] : []),
    "unmanaged",
  ];
  const labels = findings(stack).map(({ status, text }) => [statusLabel(status, text), " "]);
  const counts = stackCounts(stack).map((count, column) => {
    const zero = count === 0 ? html` class="zero"` : undefined;
    return html`<td data-label="${countColumns[column]}"${zero}>${formatNumber(count)}</td>`;
  });
  return html`<tr><th scope="row"><a href="#${section}-${number}">${isolatedText(stackLabel(stack))}</a></th>
<td>${labels}</td>${counts}</tr>`;
}
