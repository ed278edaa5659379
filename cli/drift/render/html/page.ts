import { lines, visible } from "../../../shared/text";
import type { DriftReport } from "../../report";
import { remedies } from "../remedies";
import {
  type Alike,
  cleanWords,
  driftIn,
  groups,
  look,
  nameOf,
  type Placed,
  signs,
  texts,
  totals,
  verdict,
  when,
} from "../summary";
import { objectDetails, own, word } from "./driftedObject";
import { index } from "./stacksTable";
import { pageStyle } from "./stylesheet";
import { type Content, Html, html } from "./template";

/** With more drifted objects than this they are folded, so that the page can be looked over. */
const fewEnough = 10;

/** The report as one HTML file: it runs nothing, and asks for nothing from anywhere. */
export function page(report: DriftReport): string {
  const { failed, drift, unverifiable, clean } = groups(report);
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
${none ? html`<p class="lead">${texts.empty}</p>` : index(report)}
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
<div class="verdict"><span class="badge ${look(report)}" aria-hidden="true">${signs[look(report)]}</span><h1>${verdict(report)}</h1></div>
<p>${totals(report).join(" · ")}</p>
<p class="quiet">${when(report)}, by ${own(report.generator)}</p>
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

function failedStack({ stack, place }: Placed): Html {
  const drift = driftIn(stack).length > 0;
  return html`<article id="failed-${place}" aria-labelledby="failed-${place}-title">
<h3 id="failed-${place}-title">${own(nameOf(stack))}</h3>
${stack.problems.map(
  ({ message, urn }) => html`<div class="problem"><p>${lines(message).join("\n")}</p>
${urn === undefined ? undefined : html`<code class="urn">${visible(urn)}</code>`}</div>`,
)}
${drift ? html`<p class="gap">${texts.partlyWhy} <a href="#drift-${place}">What did drift</a></p>` : undefined}
</article>`;
}

function driftedStack({ stack, place }: Placed, open: boolean): Html {
  const failed = stack.result === "failed";
  return html`<article id="drift-${place}" aria-labelledby="drift-${place}-title">
<h3 id="drift-${place}-title">${own(nameOf(stack))}</h3>
${failed ? html`<p class="gap">${word("failed", texts.partly)} <a href="#failed-${place}">Why</a></p>` : undefined}
<dl class="next">${remedies(stack).map(
    ({ does, effect, line }) =>
      html`<div><dt>${does}</dt><dd><code>${line}</code><span>${effect}</span></dd></div>`,
  )}</dl>
${driftIn(stack).map((resource) => objectDetails(resource, open))}
</article>`;
}

function alikeObjects({ note, objects }: Alike): Html {
  const items = objects.map(
    ({ stack, resource: { type, name, id, tenant } }) =>
      html`<li>${visible(type)} <b>${own(name)}</b> <small>${own(nameOf(stack))}</small><small>${visible(id)}${tenant === undefined ? undefined : ` · ${visible(tenant)}`}</small></li>`,
  );
  return html`<div class="alike">${note === "" ? undefined : html`<p class="note">${lines(note).join("\n")}</p>`}<ul class="columns">${items}</ul></div>`;
}

const cleanStack = ({ stack }: Placed): Html =>
  html`<li>${own(nameOf(stack))} <small>${cleanWords(stack)}</small></li>`;
