import { medianOf, type Row, type Sample } from "./rows";

/** A Markdown table with aligned columns, which is readable as text. */
export function table(head: string[], rows: string[][]): string {
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

/** The rounded value, or an empty text if it wasn't measured. */
export const rounded = (value: number, digits: number, unit = "") =>
  Number.isFinite(value) ? `${value.toFixed(digits)} ${unit}`.trim() : "";

/** A short time, such as that of loading a module, is in milliseconds. */
export const time = (ms: number) =>
  ms < 500 ? rounded(ms, 1, "ms") : rounded(ms / 1000, ms < 10_000 ? 2 : 1, "s");

const formatted = (key: keyof Sample, value: number) =>
  key === "ms" ? time(value) : rounded(value, 0, key === "peakMb" ? "MB" : "");

export function costTable(rows: Row[]): string {
  const keys = ["ms", "requests", "rejected", "tokens", "peakMb"] as const;
  const figures = rows.map(({ label, subject }) => [
    label,
    subject,
    ...keys.map((key) => formatted(key, medianOf(rows, label, subject, key))),
  ]);
  return table(["", "", "time", "requests", "of them rejected", "tokens", "peak"], figures);
}

/** What the first column adds for each value that isn't a time. */
const names = { requests: ", requests", peakMb: ", peak", stateBytes: ", state of each object" };

type Key = "ms" | keyof typeof names;

/** The subjects side by side, with a line for each key of each label that the last subject has. */
export function sideBySide(rows: Row[], subjects: string[], keys: Key[]): string {
  const lines = rows
    .filter(({ subject }) => subject === subjects.at(-1))
    .flatMap(({ label }) =>
      keys.map((key) => [
        label + (key === "ms" ? "" : names[key]),
        ...subjects.map((subject) => formatted(key, medianOf(rows, label, subject, key))),
      ]),
    );
  return table(["", ...subjects], lines);
}
