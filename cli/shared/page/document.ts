import { type Content, Html, html, isolatedText } from "../html";
import { escapeInvisible } from "../text";

/** The report of one command as a page. */
export interface PageContent {
  /** What kind of report it is. */
  kind: string;
  /** The report in one sentence. */
  verdict: string;
  /** The verdict as a symbol, and the class of its colour. */
  symbol: string;
  status: string;
  counts: string[];
  /** When the check ended, and how long it took. */
  time: string;
  generator: string;
  style: string;
  main: Content;
  /** What a reader has to know about the whole report. */
  notes: string;
}

/** One HTML file, without scripts and without requests to anywhere. */
export function pageDocument(content: PageContent): string {
  const { kind, verdict, style, main, notes } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict}: ${kind.toLowerCase()}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip visually-hidden" href="#main">Skip to the findings</a>
${header(content)}
<main id="main" tabindex="-1">
${main}
</main>
<footer><p>${notes} All times are UTC.</p></footer>
</body>
</html>
`.markup;
}

function header({ kind, verdict, symbol, status, counts, time, generator }: PageContent): Html {
  return html`<header>
<p class="eyebrow">${kind}</p>
<div class="verdict"><span class="badge ${status}" aria-hidden="true">${symbol}</span><h1>${verdict}</h1></div>
<p>${counts.join(" · ")}</p>
<p class="quiet">${time}, by ${isolatedText(generator)}</p>
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

/** A stack or a stream within a section. */
export function article(id: string, title: Content, content: Content): Html {
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
${content}
</article>`;
}

/** Terms with their texts, apart from texts that are absent. */
export function factList(facts: [term: string, text: string | undefined][]): Html {
  const items = facts.map(([term, text]) =>
    text === undefined
      ? undefined
      : html`<div><dt>${term}</dt><dd><code>${escapeInvisible(text)}</code></dd></div>`,
  );
  return html`<dl class="facts">${items}</dl>`;
}

/** Commands that a person can run next. */
export function remedyList(steps: { title: string; effect: string; command: string }[]): Html {
  const items = steps.map(
    ({ title, effect, command }) =>
      html`<div><dt>${title}</dt><dd><code>${command}</code><span>${effect}</span></dd></div>`,
  );
  return html`<dl class="remedies">${items}</dl>`;
}
