import type { DriftRow } from "./drift";
import type { ImportResults } from "./import";
import { findRow, type Limit, pluginPair, ratio, spread, stateOf, verdict } from "./limits";
import type { Loaded } from "./load";
import { peer } from "./peer";
import type { PluginResults } from "./plugin";
import { medianOf, type Row } from "./sample";
import { shortestMs } from "./smallPlan";
import { commands } from "./stack";

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

export function engineTable(rows: Row[], sizes: number[]): string {
  const head = ["", "floor", "ours", "ours / floor", "spread", "rounds", "requests"];
  return table(
    head,
    sizes.flatMap((count) =>
      commands.map((command) => {
        const [floor, ours] = [
          findRow(rows, "floor", command, count),
          findRow(rows, "ours", command, count),
        ];
        return [
          `${count} objects: \`${command}\``,
          seconds(medianOf(floor, "ms")),
          seconds(medianOf(ours, "ms")),
          ratio(rows, command, count).toFixed(2),
          spread(rows, command, count).toFixed(2),
          String(ours?.samples.length),
          whole(medianOf(ours, "requests")),
        ];
      }),
    ),
  );
}

export function costTable(rows: Row[], sizes: number[]): string {
  const head = ["", "CPU: floor", "CPU: ours", "CPU: tenant", "peak: floor", "peak: ours"];
  return table(
    head,
    sizes.flatMap((count) =>
      commands.map((command) => {
        const [floor, ours] = [
          findRow(rows, "floor", command, count),
          findRow(rows, "ours", command, count),
        ];
        return [
          `${count} objects: \`${command}\``,
          seconds(medianOf(floor, "workerCpuMs")),
          seconds(medianOf(ours, "workerCpuMs")),
          seconds(medianOf(ours, "tenantCpuMs")),
          megabytes(medianOf(floor, "peakMb")),
          megabytes(medianOf(ours, "peakMb")),
        ];
      }),
    ),
  );
}

export function stateTable(rows: Row[], sizes: number[]): string {
  const times = ["`up`", "compressed", "ratio", "skipped", "ratio"];
  const head = ["", ...times, "bytes for each", "compressed"];
  return table(
    head,
    sizes
      .filter((count) => findRow(rows, "compressed", "up", count))
      .map((count) => [
        `${count} objects`,
        seconds(medianOf(findRow(rows, "ours", "up", count), "ms")),
        seconds(medianOf(findRow(rows, "compressed", "up", count), "ms")),
        rounded(ratio(rows, "up", count, ["compressed", "ours"]), 2),
        seconds(medianOf(findRow(rows, "skip-checkpoints", "up", count), "ms")),
        rounded(ratio(rows, "up", count, ["skip-checkpoints", "ours"]), 2),
        whole(stateOf(rows, "ours", count)),
        whole(stateOf(rows, "compressed", count)),
      ]),
  );
}

export function latencyTable(rows: Row[], sizes: number[]): string {
  const head = ["", ...commands.map((command) => `\`${command}\``), "requests of `up`", "tokens"];
  return table(
    head,
    sizes.map((count) => {
      const row = (command: string) => findRow(rows, "ours", command, count, 100);
      return [
        `${count} objects`,
        ...commands.map((command) => seconds(medianOf(row(command), "ms"))),
        whole(medianOf(row("up"), "requests")),
        whole(medianOf(row("up"), "tokens")),
      ];
    }),
  );
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

/** The columns of the tables about the plugin: "ours" is the dynamic provider there. */
const pluginSubjects = ["floor", "ours", "plugin"] as const;
const pluginNames = ["floor", "dynamic", "plugin"];

export const startTable = ({ starts }: PluginResults): string =>
  table(
    ["from process start to", "floor", "dynamic", "plugin", "plugin / dynamic"],
    starts.map(({ until, ms: { floor, dynamic, plugin } }) => [
      until,
      ...[floor, dynamic, plugin].map(milliseconds),
      rounded(plugin / dynamic, 2),
    ]),
  );

export function pluginTable({ rows }: PluginResults): string {
  const head = ["", "floor", "dynamic", "plugin", "plugin / dynamic", "spread", "rounds"];
  const plugin = rows.filter(({ subject }) => subject === "plugin");
  return table(
    head,
    plugin.map(({ command, count, samples }) => [
      `${count} objects: \`${command}\``,
      ...pluginSubjects.map((each) => seconds(medianOf(findRow(rows, each, command, count), "ms"))),
      ratio(rows, command, count, pluginPair).toFixed(2),
      spread(rows, command, count, pluginPair).toFixed(2),
      String(samples.length),
    ]),
  );
}

export function pluginCostTable({ rows }: PluginResults): string {
  const head = ["", ...["CPU", "peak"].flatMap((cost) => pluginNames.map((n) => `${cost}: ${n}`))];
  const plugin = rows.filter(({ subject }) => subject === "plugin");
  return table(
    head,
    plugin.map(({ command, count }) => {
      const found = pluginSubjects.map((each) => findRow(rows, each, command, count));
      return [
        `${count} objects: \`${command}\``,
        ...found.map((row) => seconds(medianOf(row, "workerCpuMs"))),
        ...found.map((row) => megabytes(medianOf(row, "peakMb"))),
      ];
    }),
  );
}

export const peerTable = (): string =>
  table(["", "ours then", "requests", "pulumi-auth0", "requests"], peer.rows);

export const loadTable = (loaded: Loaded[]): string =>
  table(
    ["", "median"],
    loaded.map(({ what, ms }) => [what, rounded(ms, 1, "ms")]),
  );
