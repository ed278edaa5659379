/** No meaning depends on a colour. The dark colours are for screens only: paper stays white. */
const colours = `
:root {
  color-scheme: light dark;
  --paper: #faf9f7; --card: #fff; --raised: #f3f1ed; --line: #dedad3; --edge: #8b867c;
  --ink: #1c1f26; --quiet: #585e69; --link: #1d4f91;
  --failed: #a3260f; --failed-tint: #fbeae6; --caution: #825000; --caution-tint: #faf0dc;
  --clean: #22663f; --clean-tint: #e5f2e9; --mark: #f6dca0;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e24; --raised: #23272f; --line: #333842; --edge: #7b8290;
    --ink: #e9e7e2; --quiet: #a7adb8; --link: #93bdf5;
    --failed: #ff9d88; --failed-tint: #3a1e19; --caution: #efbd62; --caution-tint: #342812;
    --clean: #86d3a2; --clean-tint: #173022; --mark: #5c4513;
  }
}`;

const text = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
code, pre { font: .875em/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-weight: inherit; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem); }
header { padding-top: clamp(1.5rem, 5vw, 3.5rem); }
footer { padding-top: 1.5rem; padding-bottom: 3rem; color: var(--quiet); font-size: .875rem; }
h1, h2, h3, h4, p, dl, dd, ul, pre { margin: 0; }
h1 {
  font-size: clamp(1.625rem, 1.1rem + 2.4vw, 2.625rem); line-height: 1.15; font-weight: 650;
  letter-spacing: -.02em; text-wrap: balance;
}
h2 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em; }
h3 { font-size: 1.125rem; line-height: 1.35; }
h4 { font-size: 1rem; line-height: 1.5; font-weight: 600; }
small { font-size: .875rem; font-weight: 400; color: var(--quiet); }
a { color: var(--link); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.quiet { color: var(--quiet); }
.visually-hidden:not(:focus) {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.skip {
  position: absolute; top: .5rem; left: .5rem; padding: .5rem .75rem; background: var(--card);
  z-index: 1;
}
.eyebrow {
  font-size: .8125rem; font-weight: 600; letter-spacing: .08em; text-transform: uppercase;
  color: var(--quiet);
}
.verdict { display: flex; gap: clamp(.75rem, 2vw, 1.25rem); align-items: flex-start; margin: .625rem 0 1rem; }
.badge {
  flex: none; width: 1.3em; line-height: 1.3; text-align: center; border-radius: .25em;
  font-size: clamp(1.5rem, 1rem + 2.2vw, 2.375rem); font-weight: 700;
}
.status {
  flex: none; padding: .05rem .5rem; border-radius: 99px; font-size: .8125rem; font-weight: 600;
  white-space: nowrap;
}
.failed { color: var(--failed); background: var(--failed-tint); }
.clean { color: var(--clean); background: var(--clean-tint); }
.unverifiable, .ignored { color: var(--quiet); background: var(--raised); }
mark { background: var(--mark); color: inherit; text-decoration: underline; text-underline-offset: .2em; }`;

const blocks = `
nav { margin-top: 2rem; }
section { margin-top: 3rem; border-top: 2px solid var(--ink); padding-top: 1rem; }
section > p { margin-top: .25rem; max-width: 44rem; color: var(--quiet); }
article { margin-top: 1.75rem; }
article + article { margin-top: 2.5rem; }
.hint { margin-top: .5rem; }
.lead { margin-top: 1.5rem; font-size: 1.125rem; }
.rest {
  display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; padding: 0;
  margin-top: .875rem; font-size: .9375rem;
}
article:target h3 { text-decoration: underline 3px var(--mark); text-underline-offset: .3em; }
.problem {
  margin-top: .625rem; padding: .75rem 1rem; background: var(--failed-tint);
  border-left: 4px solid var(--failed); border-radius: 2px 6px 6px 2px;
}
.problem p { white-space: pre-line; max-width: 60rem; }
.problem code { display: block; margin-top: .25rem; color: var(--quiet); font-size: .8125rem; }
.note { margin-top: .75rem; padding-left: .875rem; border-left: 3px solid var(--edge); max-width: 60rem; }
.note p { white-space: pre-line; }
.remedies {
  display: grid; gap: .375rem 1.25rem; grid-template-columns: max-content minmax(0, 1fr);
  margin: .75rem 0 1rem;
}
.remedies > div { display: contents; }
.remedies dt { font-weight: 600; padding-top: .25rem; }
.remedies code {
  padding: .3rem .625rem; display: inline-block; background: var(--raised);
  border: 1px solid var(--line); border-radius: 5px; user-select: all;
}
.remedies span { display: block; font-size: .875rem; color: var(--quiet); padding: .125rem 0 .375rem; }
.facts {
  display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; list-style: none; padding: 0;
  font-size: .875rem; color: var(--quiet);
}
.facts code { color: var(--ink); }
.columns {
  list-style: none; padding: 0; margin-top: .75rem; columns: 20rem 3; column-gap: 2rem;
  font-size: .9375rem;
}
.columns li { break-inside: avoid; padding: .1875rem 0; }
.columns small { display: block; font-size: .8125rem; line-height: 1.4; }
.columns b { font-weight: 600; }
.group { margin-top: 1rem; }
.fold summary { cursor: pointer; }`;

const objects = `
.drift, .changed, .gone, .unmanaged { color: var(--caution); background: var(--caution-tint); }
#unverifiable, #ignored, #clean { border-top: 1px solid var(--edge); }
#unverifiable h2, #ignored h2, #clean h2 { font-size: 1.125rem; }
.object { margin-top: .375rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.object > summary {
  display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: baseline;
  padding: .5rem .875rem; cursor: pointer; border-radius: 8px;
}
.object > summary:hover { background: var(--raised); }
.object > summary h4 { min-width: 0; }
.object > summary::before { content: "▸" / ""; flex: none; width: .75rem; color: var(--quiet); }
.object[open] > summary::before { content: "▾" / ""; }
.object[open] > summary .paths { display: none; }
.object > div { padding: .125rem .875rem 1rem 2.25rem; }
.paths { font-size: .875rem; color: var(--quiet); min-width: 0; }`;

const tables = `
table { border-collapse: collapse; width: 100%; margin-top: .75rem; font-size: .9375rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
th, td {
  text-align: left; vertical-align: top; padding: .4375rem .75rem;
  border-bottom: 1px solid var(--line); font-weight: 400;
}
thead th {
  vertical-align: bottom; font-size: .8125rem; font-weight: 600; color: var(--quiet);
  border-bottom-color: var(--edge);
}
th:first-child { padding-left: 0; }
@media (max-width: 40rem) {
  .records thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  .records tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .records tbody tr:last-child { border-bottom: 0; padding-bottom: 0; }
  .records th, .records td { display: block; width: auto; border: 0; padding: .125rem 0; }
  .records th:first-child { width: auto; font-weight: 600; }
  .records td::before {
    content: attr(data-label) / ""; display: block; font-size: .8125rem; color: var(--quiet);
  }
  .remedies { grid-template-columns: minmax(0, 1fr); gap: .125rem; }
}`;

const reportTables = `
.stacks tbody th { font-weight: 600; }
.stacks td:nth-child(n+3), .stacks thead th:nth-child(n+3) {
  text-align: right; font-variant-numeric: tabular-nums;
}
.stacks th:first-child { width: 36%; }
.stacks thead th:nth-child(n+2), .stacks td { overflow-wrap: normal; }
.stacks td:nth-child(n+3) { white-space: nowrap; }
.stacks .zero { color: var(--quiet); }
.differences { table-layout: fixed; }
.differences th:first-child { width: 26%; }
.differences td code { white-space: pre-wrap; }
.differences tbody tr:last-child > * { border-bottom: 0; }
@media (max-width: 40rem) {
  .differences th:first-child { width: auto; }
  .stacks thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  .stacks tr {
    display: flex; flex-wrap: wrap; gap: .125rem .875rem; align-items: baseline; padding: .625rem 0;
    border-bottom: 1px solid var(--line);
  }
  .stacks th, .stacks td { padding: 0; border: 0; }
  .stacks tbody th { flex: 1 0 100%; width: auto; }
  .stacks td[data-label]::after {
    content: " " attr(data-label) / ""; text-transform: lowercase; color: var(--quiet);
  }
  .stacks .zero { display: none; }
  .object > div { padding-left: .875rem; }
}`;

const paper = `
@media print {
  .object > summary::before { display: none; }
  .object { break-inside: avoid; }
  body { font-size: 10pt; }
  .skip { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .problem, tr { break-inside: avoid; }
  h2, h3, summary { break-after: avoid; }
  .status, .badge, .problem, mark { border: 1px solid; print-color-adjust: exact; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }`;

export const pageStyle: string = [colours, text, blocks, objects, tables, reportTables, paper].join(
  "\n",
);
