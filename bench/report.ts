import type { DriftRow } from "./drift";
import type { ImportResults } from "./import";
import {
  type Condition,
  findRow,
  floorPair,
  type Limit,
  type Pair,
  peerPair,
  pluginPair,
  ratio,
  spread,
  stateOf,
  verdict,
} from "./limits";
import type { Loaded } from "./load";
import { medianOf, type Row, type Sample, stateSettings } from "./sample";
import { shortestMs, smallPlan } from "./smallPlan";
import type { StartTime } from "./start";

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

const rounded = (value: number, digits: number, unit = "") =>
  Number.isFinite(value) ? `${value.toFixed(digits)}${unit && ` ${unit}`}` : "not measured";
export const seconds = (ms: number) => rounded(ms / 1000, ms < 10_000 ? 2 : 1, "s");
export const megabytes = (value: number) => rounded(value, 0, "MB");
const whole = (value: number) => rounded(value, 0);

export function limitTable(limits: Limit[]): string {
  const head = ["what", "measured", "limit", ""];
  return table(
    head,
    limits.map((limit) => [
      limit.what,
      rounded(limit.measured, limit.unit === "" ? 2 : 1, limit.unit),
      `${limit.unit === "" ? limit.limit.toFixed(2) : limit.limit} ${limit.unit}`.trim(),
      verdict(limit),
    ]),
  );
}

const dynamicAndPlugin = ["dynamic", "plugin"];
const engineSubjects = ["floor", "ours", "plugin"] as const;
const engineNames = ["floor", ...dynamicAndPlugin];

const labelOf = ({ command, count, latencyMs }: Row) => {
  const latency = latencyMs === 0 ? "" : `, ${latencyMs} ms`;
  return `${count} objects${count === smallPlan.count ? ", small plan" : latency}: \`${command}\``;
};

const valuesOf = (
  rows: Row[],
  subjects: readonly Row["subject"][],
  condition: Condition,
  key: keyof Sample,
) => subjects.map((subject) => medianOf(findRow(rows, subject, condition), key));

/** The ratio and its spread. */
const compared = (rows: Row[], condition: Condition, pair: Pair) => [
  rounded(ratio(rows, condition, pair), 2),
  rounded(spread(rows, condition, pair), 2),
];

export function timeTable(rows: Row[]): string {
  const ratios = ["dynamic / floor", "spread", "plugin / dynamic", "spread"];
  const head = ["", ...engineNames, ...ratios, "rounds", "requests"];
  const ours = rows.filter(({ subject }) => subject === "ours");
  return table(
    head,
    ours.map((row) => [
      labelOf(row),
      ...valuesOf(rows, engineSubjects, row, "ms").map(seconds),
      ...compared(rows, row, floorPair),
      ...compared(rows, row, pluginPair),
      String(row.samples.length),
      whole(medianOf(row, "requests")),
    ]),
  );
}

export function costTable(rows: Row[]): string {
  const head = ["CPU", "peak"].flatMap((cost) => engineNames.map((name) => `${cost}: ${name}`));
  const floor = rows.filter(({ subject }) => subject === "floor");
  return table(
    ["", ...head, "CPU: tenant"],
    floor.map((row) => [
      labelOf(row),
      ...valuesOf(rows, engineSubjects, row, "workerCpuMs").map(seconds),
      ...valuesOf(rows, engineSubjects, row, "peakMb").map(megabytes),
      ...valuesOf(rows, ["ours"], row, "tenantCpuMs").map(seconds),
    ]),
  );
}

const peerSubjects = ["ours", "plugin", "pulumi-auth0"] as const;

export function peerTable(rows: Row[]): string {
  const requests = ["requests: ours", "requests: pulumi-auth0"];
  const head = ["", ...dynamicAndPlugin, "pulumi-auth0", "better of ours / it", "spread", "rounds"];
  const official = rows.filter(({ subject }) => subject === "pulumi-auth0");
  const times = official.map((row) => [
    labelOf(row),
    ...valuesOf(rows, peerSubjects, row, "ms").map(seconds),
    ...compared(rows, row, peerPair(rows, row)),
    String(row.samples.length),
    ...[findRow(rows, "ours", row), row].map(requestsOf),
  ]);
  const up = { command: "up", count: 100 };
  const peaks = valuesOf(rows, peerSubjects, up, "peakMb").map(megabytes);
  const bytes = peerSubjects.map((subject) => whole(stateOf(rows, subject, 500)));
  const none = Array<string>(5).fill("");
  const others = [
    ["100 objects: peak of the provider", ...peaks, ...none],
    ["500 objects: bytes of state for each", ...bytes, ...none],
  ];
  return table([...head, ...requests], [...times, ...others]);
}

function requestsOf(row: Row | undefined): string {
  const refusals = medianOf(row, "refusals");
  return whole(medianOf(row, "requests")) + (refusals > 0 ? `, ${refusals} refused` : "");
}

export function stateTable(rows: Row[], sizes: number[]): string {
  const head = ["", "`up`", "ratio", "spread", "bytes for each"];
  const lines = sizes.flatMap((count) =>
    (["ours", ...stateSettings] as const).flatMap((subject) => {
      const condition = { command: "up", count };
      // A size has all settings or none.
      if (!findRow(rows, "compressed", condition)) return [];
      const [time = Number.NaN] = valuesOf(rows, [subject], condition, "ms");
      const label = `${count} objects${subject === "ours" ? "" : `, ${subject}`}`;
      const pair: Pair = [subject, "ours"];
      const bytes = whole(stateOf(rows, subject, count));
      return [[label, seconds(time), ...compared(rows, condition, pair), bytes]];
    }),
  );
  return table(head, lines);
}

export function deploymentTable(rows: Row[]): string {
  const head = ["", "time", "requests", "tokens", "CPU", "peak"];
  return table(
    head,
    rows.map((row) => [
      `${row.count} objects, ${row.latencyMs} ms: \`${row.command}\``,
      seconds(medianOf(row, "ms")),
      whole(medianOf(row, "requests")),
      whole(medianOf(row, "tokens")),
      seconds(medianOf(row, "workerCpuMs")),
      megabytes(medianOf(row, "peakMb")),
    ]),
  );
}

export function importTable({ rows }: ImportResults): string {
  const head = ["", "time", "each object", "requests", "tokens", "CPU", "peak", "with Pulumi"];
  return table(
    head,
    rows.map((row) => [
      `${row.count.toLocaleString("en")} objects: \`${row.command}\``,
      seconds(medianOf(row, "ms")),
      rounded(medianOf(row, "ms") / row.count, 2, "ms"),
      whole(medianOf(row, "requests")),
      whole(medianOf(row, "tokens")),
      seconds(medianOf(row, "workerCpuMs")),
      megabytes(medianOf(row, "peakMb")),
      row.subject === "ours" ? megabytes(medianOf(row, "treePeakMb")) : "",
    ]),
  );
}

export const placeholderText = ({ placeholders: { places, texts } }: ImportResults): string =>
  `The largest export of auth0-deploy-cli has ${texts} different placeholders for ${places.toLocaleString("en")} secrets.`;

export function smallPlanTable(rows: Row[]): string {
  const head = ["", "time", "shortest possible", "requests", "of them refused", "tokens"];
  return table(
    head,
    rows.map((row) => {
      const [requests, refusals] = [medianOf(row, "requests"), medianOf(row, "refusals")];
      return [
        `${row.subject}: \`${row.command}\``,
        seconds(medianOf(row, "ms")),
        seconds(shortestMs(requests - refusals)),
        whole(requests),
        whole(refusals),
        whole(medianOf(row, "tokens")),
      ];
    }),
  );
}

export function driftTable(rows: DriftRow[]): string {
  const head = ["", "by pages", "requests", "one by one", "requests", "one by one / pages"];
  return table(
    head,
    rows.map(({ what, pages, single }) => [
      what,
      seconds(pages.ms),
      whole(pages.requests),
      seconds(single.ms),
      whole(single.requests),
      rounded(single.ms / pages.ms, 2),
    ]),
  );
}

const milliseconds = (ms: number) => rounded(ms, 0, "ms");

export const startTable = (starts: StartTime[]): string =>
  table(
    ["from process start to", ...engineNames, "plugin / dynamic"],
    starts.map(({ until, ms: { floor, dynamic, plugin } }) => [
      until,
      ...[floor, dynamic, plugin].map(milliseconds),
      rounded(plugin / dynamic, 2),
    ]),
  );

export const loadTable = (loaded: Loaded[]): string =>
  table(
    ["", "median"],
    loaded.map(({ what, ms }) => [what, rounded(ms, 1, "ms")]),
  );
