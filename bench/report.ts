import { medianOf, type Row } from "./sample";

export interface Limit {
  what: string;
  measured: number;
  limit: number;
  unit: string;
  /** For a ratio: the highest ratio of its rounds divided by the lowest. */
  spread?: number;
  /** The value does not depend on the machine: every value above the limit fails the run. */
  exact?: boolean;
}

/** Other processes change a median by some percent: only a value above this factor fails the run. */
const failureFactor = 1.5;

/** With a larger spread the machine was too busy to judge the ratio. */
const maxSpread = 1.25;

export function verdict({ measured, limit, spread = 1 }: Limit): string {
  if (Number.isNaN(measured)) return "not measured";
  if (spread > maxSpread) return "too noisy to tell";
  if (measured <= limit) return "met";
  return measured > limit * failureFactor ? "EXCEEDED by a lot" : "EXCEEDED";
}

export const failsRun = (limit: Limit): boolean =>
  verdict(limit) === "EXCEEDED by a lot" || (limit.exact === true && verdict(limit) === "EXCEEDED");

/** What a part of the benchmark has measured. */
export interface Results {
  /** In Markdown. */
  sections: string[];
  limits?: Limit[];
  rows?: Row[];
}

export const section = (title: string, ...texts: string[]) =>
  [`## ${title}`, ...texts].join("\n\n");

/** The head of a column, and its cell for each item. */
export type Column<Item> = [head: string, cell: (item: Item) => string];

/** A Markdown table with a row for each item and aligned columns, which is readable as text. */
export function table<Item>(items: Item[], columns: Column<Item>[]): string {
  const head = columns.map(([text]) => text);
  const rows = items.map((item) => columns.map(([, cell]) => cell(item)));
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  const line = (row: string[]) => `| ${row.map(pad).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

export const rounded = (value: number, digits: number, unit = "") =>
  Number.isFinite(value) ? `${value.toFixed(digits)}${unit && ` ${unit}`}` : "not measured";
export const seconds = (ms: number) => rounded(ms / 1000, ms < 10_000 ? 2 : 1, "s");
export const megabytes = (value: number) => rounded(value, 0, "MB");
export const whole = (value: number) => rounded(value, 0);

/** What a command took. */
export const costs: Column<Row>[] = [
  ["time", (row) => seconds(medianOf(row, "ms"))],
  ["requests", (row) => whole(medianOf(row, "requests"))],
  ["tokens", (row) => whole(medianOf(row, "tokens"))],
  ["peak", (row) => megabytes(medianOf(row, "peakMb"))],
];

export const limitTable = (limits: Limit[]): string =>
  table(limits, [
    ["what", ({ what }) => what],
    ["measured", ({ measured, unit }) => rounded(measured, unit === "" ? 2 : 1, unit)],
    ["limit", ({ limit, unit }) => (unit === "" ? limit.toFixed(2) : `${limit} ${unit}`)],
    ["", verdict],
  ]);
