import { type Content, Html, html, isolatedText } from "../../../html";
import { checkTime } from "../../../time";
import type { DriftReport } from "../../report";
import { overallStatus, totalCounts, verdict } from "../summary";
import { symbols, texts } from "../texts";
import { pageStyle } from "./stylesheet";

/** One HTML file, without scripts and without requests to anywhere. */
export function pageDocument(report: DriftReport, main: Content): string {
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
${main}
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

/** A part of the page, with its title and what it means. */
export function section(
  id: string,
  title: string,
  explanation: string | undefined,
  content: Content,
): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${explanation === undefined ? undefined : html`<p>${explanation}</p>`}
${content}
</section>`;
}
