import { type Content, Html, html } from "../../../html";
import type { DriftReport } from "../../report";
import { groupFindings } from "../findings";
import { checkTime, overallStatus, totalCounts, verdict } from "../summary";
import { symbols, texts } from "../texts";
import { findingsNavigation } from "./findingsNavigation";
import { isolatedText } from "./labels";
import { cleanStack, driftedStack, failedStack, unverifiableGroup } from "./sections";
import { pageStyle } from "./stylesheet";

/** With more drifted objects than this they are folded, so that a reader can see all of them. */
const maxUnfolded = 10;

/** The report as one HTML file, without scripts and without requests to anywhere. */
export function page(report: DriftReport): string {
  return html`<!doctype html>
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
}

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
  const { failed, drift, unverifiable, clean } = groupFindings(report);
  const open = report.summary.changed + report.summary.gone <= maxUnfolded;
  const drifted = drift.map((stack) => driftedStack(stack, open));
  const cleanList = html`<ul class="columns">${clean.map(cleanStack)}</ul>`;
  return html`${findingsNavigation(report)}
${failed.length > 0 ? section("failed", texts.failedWhy, failed.map(failedStack)) : undefined}
${drift.length > 0 ? section("drift", undefined, drifted) : undefined}
${unverifiable.length > 0 ? section("unverifiable", texts.unverifiableWhy, unverifiable.map(unverifiableGroup)) : undefined}
${clean.length > 0 ? section("clean", texts.cleanWhy, cleanList) : undefined}`;
}

function section(
  id: "failed" | "drift" | "unverifiable" | "clean",
  explanation: string | undefined,
  content: Content,
): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${texts[id]}</h2>
${explanation === undefined ? undefined : html`<p>${explanation}</p>`}
${content}
</section>`;
}
