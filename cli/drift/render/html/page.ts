import { escapedLines, escapeInvisible } from "../../../shared/text";
import type { DriftReport } from "../../report";
import { remedies } from "../remedies";
import {
  checkTime,
  comparedSummary,
  driftedResources,
  groupFindings,
  type NumberedStack,
  overallStatus,
  stackLabel,
  symbols,
  texts,
  totalCounts,
  type UnverifiableGroup,
  verdict,
} from "../summary";
import { isolatedText, objectDetails, statusLabel } from "./driftedObject";
import { findingsNavigation } from "./stacksTable";
import { pageStyle } from "./stylesheet";
import { type Content, Html, html } from "./template";

/** With more drifted objects than this they are folded, so that the page can be looked over. */
const fewEnough = 10;

/** The report as one HTML file: it runs nothing, and asks for nothing from anywhere. */
export function page(report: DriftReport): string {
  const { failed, drift, unverifiable, clean } = groupFindings(report);
  const open = report.summary.changed + report.summary.gone <= fewEnough;
  const none = report.stacks.length === 0;
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
<a class="skip unseen" href="#main">Skip to the findings</a>
${header(report)}
<main id="main" tabindex="-1">
${none ? html`<p class="lead">${texts.empty}</p>` : findingsNavigation(report)}
${section("failed", texts.failedWhy, failed, failedStack)}
${section("drift", undefined, drift, (stack) => driftedStack(stack, open))}
${section("unverifiable", texts.unverifiableWhy, unverifiable, alikeObjects)}
${section("clean", texts.cleanWhy, clean, cleanStack)}
</main>
<footer><p>${texts.secrets} All times are UTC.</p></footer>
</body>
</html>
`.markup;
}

function header(report: DriftReport): Html {
  return html`<header>
<p class="eyebrow">Drift report</p>
<div class="verdict"><span class="badge ${overallStatus(report)}" aria-hidden="true">${symbols[overallStatus(report)]}</span><h1>${verdict(report)}</h1></div>
<p>${totalCounts(report).join(" · ")}</p>
<p class="quiet">${checkTime(report)}, by ${isolatedText(report.generator)}</p>
</header>`;
}

function section<T>(
  id: "failed" | "drift" | "unverifiable" | "clean",
  why: string | undefined,
  found: T[],
  one: (found: T) => Html,
): Html | undefined {
  if (found.length === 0) return undefined;
  const all: Content = found.map(one);
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${texts[id]}</h2>
${why === undefined ? undefined : html`<p>${why}</p>`}
${id === "clean" ? html`<ul class="columns">${all}</ul>` : all}
</section>`;
}

function failedStack({ stack, number }: NumberedStack): Html {
  const drift = driftedResources(stack).length > 0;
  return html`<article id="failed-${number}" aria-labelledby="failed-${number}-title">
<h3 id="failed-${number}-title">${isolatedText(stackLabel(stack))}</h3>
${stack.problems.map(
  ({ message, urn }) => html`<div class="problem"><p>${escapedLines(message).join("\n")}</p>
${urn === undefined ? undefined : html`<code class="urn">${escapeInvisible(urn)}</code>`}</div>`,
)}
${drift ? html`<p class="gap">${texts.partlyWhy} <a href="#drift-${number}">What did drift</a></p>` : undefined}
</article>`;
}

function driftedStack({ stack, number }: NumberedStack, open: boolean): Html {
  const failed = stack.result === "failed";
  return html`<article id="drift-${number}" aria-labelledby="drift-${number}-title">
<h3 id="drift-${number}-title">${isolatedText(stackLabel(stack))}</h3>
${failed ? html`<p class="gap">${statusLabel("failed", texts.partly)} <a href="#failed-${number}">Why</a></p>` : undefined}
<dl class="next">${remedies(stack).map(
    ({ does, effect, line }) =>
      html`<div><dt>${does}</dt><dd><code>${line}</code><span>${effect}</span></dd></div>`,
  )}</dl>
${driftedResources(stack).map((resource) => objectDetails(resource, open))}
</article>`;
}

function alikeObjects({ note, objects }: UnverifiableGroup): Html {
  const items = objects.map(
    ({ stack, resource: { type, name, id, tenant } }) =>
      html`<li>${escapeInvisible(type)} <b>${isolatedText(name)}</b> <small>${isolatedText(stackLabel(stack))}</small><small>${escapeInvisible(id)}${tenant === undefined ? undefined : ` · ${escapeInvisible(tenant)}`}</small></li>`,
  );
  return html`<div class="alike">${note === "" ? undefined : html`<p class="note">${escapedLines(note).join("\n")}</p>`}<ul class="columns">${items}</ul></div>`;
}

const cleanStack = ({ stack }: NumberedStack): Html =>
  html`<li>${isolatedText(stackLabel(stack))} <small>${comparedSummary(stack)}</small></li>`;
