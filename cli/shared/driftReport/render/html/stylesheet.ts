import { commonStyle } from "../../../page/stylesheet";

const objects = `
.drift, .changed, .gone { color: var(--caution); background: var(--caution-tint); }
#unverifiable, #clean { border-top: 1px solid var(--edge); }
#unverifiable h2, #clean h2 { font-size: 1.125rem; }
.object { margin-top: .375rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.object > summary { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: baseline; padding: .5rem .875rem; cursor: pointer; border-radius: 8px; }
.object > summary:hover { background: var(--raised); }
.object > summary h4 { min-width: 0; }
.object > summary::before { content: "▸" / ""; flex: none; width: .75rem; color: var(--quiet); }
.object[open] > summary::before { content: "▾" / ""; }
.object[open] > summary .paths { display: none; }
.object > div { padding: .125rem .875rem 1rem 2.25rem; }
.paths { font-size: .875rem; color: var(--quiet); min-width: 0; }`;

const tables = `
.stacks tbody th { font-weight: 600; }
.stacks td:nth-child(n+3), .stacks thead th:nth-child(n+3) { text-align: right; font-variant-numeric: tabular-nums; }
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
  .stacks tr { display: flex; flex-wrap: wrap; gap: .125rem .875rem; align-items: baseline; padding: .625rem 0; border-bottom: 1px solid var(--line); }
  .stacks th, .stacks td { padding: 0; border: 0; }
  .stacks tbody th { flex: 1 0 100%; width: auto; }
  .stacks td[data-label]::after { content: " " attr(data-label) / ""; text-transform: lowercase; color: var(--quiet); }
  .stacks .zero { display: none; }
  .object > div { padding-left: .875rem; }
}`;

const paper = `
@media print {
  .object > summary::before { display: none; }
  .object { break-inside: avoid; }
}`;

export const pageStyle: string = [commonStyle, objects, tables, paper].join("\n");
