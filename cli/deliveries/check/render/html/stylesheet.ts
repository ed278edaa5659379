import { commonStyle } from "../../../../shared/page/stylesheet";

const streams = `
.failing { color: var(--failed); background: var(--failed-tint); }
.unchecked { color: var(--caution); background: var(--caution-tint); }
.problem.caution { background: var(--caution-tint); border-left-color: var(--caution); }
#times, #clean { border-top: 1px solid var(--edge); }
#times h2, #clean h2 { font-size: 1.125rem; }
h3 .status { vertical-align: middle; }
article > .facts { margin-top: .375rem; }
.fold { margin-top: .75rem; }
.fold summary { color: var(--quiet); font-size: .9375rem; }
.remedies { margin-top: 1rem; }`;

const tables = `
.number { text-align: right; font-variant-numeric: tabular-nums; }
.streams, .errors { table-layout: fixed; }
.streams th:nth-child(2) { width: 19%; }
.streams th:nth-child(3), .errors th:nth-child(2) { width: 9%; }
.streams th:nth-child(4) { width: 19%; }
.streams th:nth-child(5) { width: 32%; }
.errors th:nth-child(n+3) { width: 17%; }
.streams tbody th, .streams b { font-weight: 600; }
.streams small, .streams b { display: block; }
.streams .status { display: inline-block; margin-bottom: .125rem; }
.times { width: auto; }
@media (max-width: 40rem) {
  .records .number { text-align: left; }
  .streams td, .errors td { padding-left: 7rem; }
  .records td::before { float: left; width: 6.5rem; margin-left: -7rem; }
  .streams b { display: inline; }
}`;

const picture = `
.rows { list-style: none; padding: 0; margin-top: 1rem; }
.rows li { display: grid; grid-template-columns: 12rem minmax(0, 1fr) 10rem; gap: 0 1rem; align-items: end; padding: .375rem 0; border-bottom: 1px solid var(--line); break-inside: avoid; }
.rows .name { font-weight: 600; align-self: center; }
.rows .total { font-variant-numeric: tabular-nums; font-weight: 600; text-align: right; }
.rows small { display: block; font-size: .8125rem; line-height: 1.3; }
.bars { display: block; width: 100%; height: 2.5rem; background: var(--raised); print-color-adjust: exact; }
.bars path { fill: var(--failed); }
.bars.few path { fill: var(--edge); }
.axis { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 11rem 0 13rem; font-size: .8125rem; color: var(--quiet); }
@media (max-width: 40rem) {
  .rows li { grid-template-columns: minmax(0, 1fr) auto; gap: .25rem 1rem; }
  .bars { grid-row: 2; grid-column: 1 / 3; }
  .axis { padding-left: 0; padding-right: 0; }
}`;

export const pageStyle: string = [commonStyle, streams, tables, picture].join("\n");
