import { Html, html, isolatedText } from "../../../html";
import { countOf, formatNumber } from "../../../text";
import { checkTime } from "../../../time";
import type { DriftReport } from "../../report";
import {
  countColumns,
  findings,
  groupFindings,
  isDrifted,
  isFailed,
  type NumberedStack,
  overallStatus,
  stackCounts,
  stackLabel,
  symbols,
  texts,
  totalCounts,
  verdict,
} from "../summary";
import {
  cleanStack,
  driftedStack,
  failedStack,
  statusLabel,
  unmanagedStack,
  unverifiableGroup,
} from "./sections";
import { pageStyle } from "./stylesheet";

/** With more drifted objects than this they are folded, so that a reader can see all of them. */
const maxUnfolded = 10;

/** The report as one HTML file, without scripts and without requests to anywhere. */
export const page = (report: DriftReport): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict(report)}: drift report</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<a class="skip visually-hidden" href="#main">Skip to the findings</a>
${header(report)}
<main id="main" tabindex="-1">
${main(report)}
</main>
<footer><p>${texts.secrets} All times are UTC.</p></footer>
</body>
</html>
`.markup;

function header(report: DriftReport): Html {
  const status = overallStatus(report);
  return html`<header>
<p class="eyebrow">Drift report</p>
<div class="verdict"><span class="badge ${status}" aria-hidden="true">${symbols[status]}</span><h1>${verdict(report)}</h1></div>
<p>${totalCounts(report).join(" · ")}</p>
<p class="quiet">${checkTime(report)}, by ${isolatedText(report.generator)}</p>
</header>`;
}

function main(report: DriftReport): Html {
  if (report.stacks.length === 0) return html`<p class="lead">${texts.noStack}</p>`;
  const { failed, drift, unmanaged, unverifiable, clean } = groupFindings(report);
  const open = report.summary.changed + report.summary.gone <= maxUnfolded;
  const drifted = drift.map((stack) => driftedStack(stack, open));
  const cleanList = html`<ul class="columns">${clean.map(cleanStack)}</ul>`;
  return html`${findingsNavigation(report)}
${section("failed", texts.failed, texts.failedWhy, failed.map(failedStack))}
${section("drift", texts.drift, undefined, drifted)}
${section("unmanaged", texts.unmanaged, texts.unmanagedWhy, unmanaged.map(unmanagedStack))}
${section("unverifiable", texts.unverifiable, texts.unverifiableWhy, unverifiable.map(unverifiableGroup))}
${section("clean", texts.clean, texts.cleanWhy, clean.length > 0 ? [cleanList] : [])}`;
}

/** A part of the page, if it has contents, with its title and what it means. */
function section(
  id: string,
  title: string,
  explanation: string | undefined,
  contents: Html[],
): Html | undefined {
  if (contents.length === 0) return undefined;
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${explanation === undefined ? undefined : html`<p>${explanation}</p>`}
${contents}
</section>`;
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
  const { summary } = report;
  const objects = countOf(summary.unverifiable, "object");
  const links = [
    { id: "unmanaged", of: unmanaged, text: countOf(summary.unmanaged ?? 0, "unmanaged object") },
    { id: "unverifiable", of: unverifiable, text: `${objects} that cannot be verified` },
    { id: "clean", of: clean, text: `${countOf(clean.length, "stack")} without a difference` },
  ];
  return links
    .filter(({ of }) => of.length > 0)
    .map(({ id, text }) => html`<a href="#${id}">${text}</a>`);
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
