import type { ImportResults } from "./import";
import type { Loaded } from "./load";
import type { PluginResults } from "./plugin";
import { medianOf, type Row, type Sample } from "./sample";
import { commands } from "./stack";
import { median } from "./statistics";

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

/** The most that this package may add to the time and memory of the engine. */
const maxRatio = 1.1;
const maxAddedMb = 40;
/** For each object. The engine writes the whole state after every step, which takes time. */
const maxStateBytes = 1600;

export const findRow = (
  rows: Row[],
  subject: Row["subject"],
  command: string,
  count: number,
  latency = 0,
) =>
  rows.find(
    (row) =>
      row.subject === subject &&
      row.command === command &&
      row.count === count &&
      row.latencyMs === latency,
  );

type Pair = [subject: Row["subject"], other: Row["subject"]];

/** One ratio for each round, in which the two ran one after the other. */
function ratiosOf(
  rows: Row[],
  command: string,
  count: number,
  pair: Pair,
  key: keyof Sample = "ms",
): number[] {
  const [ours = [], floor = []] = pair.map((one) => findRow(rows, one, command, count)?.samples);
  return ours.map((sample, round) => sample[key] / (floor[round]?.[key] ?? Number.NaN));
}

export const ratio = (
  rows: Row[],
  command: string,
  count: number,
  pair: Pair = ["ours", "floor"],
  key: keyof Sample = "ms",
): number => median(ratiosOf(rows, command, count, pair, key));

/** Bytes of state for one object. */
export const stateOf = (rows: Row[], subject: Row["subject"], count: number): number =>
  medianOf(findRow(rows, subject, "up", count), "stateBytes") / count;

export function spread(
  rows: Row[],
  command: string,
  count: number,
  pair: Pair = ["ours", "floor"],
): number {
  const ratios = ratiosOf(rows, command, count, pair);
  return Math.max(...ratios) / Math.min(...ratios);
}

export function limitsOfEngine(rows: Row[], sizes: number[]): Limit[] {
  const large = sizes.filter((count) => count >= 100);
  const [less, more] = [large[0] ?? 0, large.at(-1) ?? 0];
  const ratios = large.flatMap((count) =>
    commands.map((command) => ({
      what: `\`${command}\` of ${count} objects, ours / floor`,
      measured: ratio(rows, command, count),
      limit: maxRatio,
      unit: "",
      spread: spread(rows, command, count),
    })),
  );
  const growth = commands.map((command) => ({
    what: `growth of \`${command}\` from ${less} to ${more} objects, ours / floor`,
    measured: ratio(rows, command, more) / ratio(rows, command, less),
    limit: maxRatio,
    unit: "",
    spread: Math.max(spread(rows, command, less), spread(rows, command, more)),
  }));
  const added = commands.flatMap((command) =>
    sizes.map(
      (count) =>
        medianOf(findRow(rows, "ours", command, count), "peakMb") -
        medianOf(findRow(rows, "floor", command, count), "peakMb"),
    ),
  );
  const memory = {
    what: "peak memory of the provider process, ours - floor, maximum",
    measured: Math.max(...added),
    limit: maxAddedMb,
    unit: "MB",
  };
  const state = {
    what: `state of ${more} objects, for each object`,
    measured: stateOf(rows, "ours", more),
    limit: maxStateBytes,
    unit: "bytes",
    exact: true,
  };
  return [...ratios, ...(less < more ? growth : []), memory, state];
}

export const limitsOfLoading = (loaded: Loaded[]): Limit[] =>
  loaded.flatMap(({ what, ms, limitMs }) =>
    limitMs === undefined
      ? []
      : [{ what: `loading ${what}`, measured: ms, limit: limitMs, unit: "ms" }],
  );

const maxImportMb = 200;
/** The start of the command counts for every size, so linear work takes less time for each of more objects. */
const maxImportTimeRatio = 1;
/**
 * For the time without the start: 1 if it is linear, 2.5 if it is quadratic, which fails the run. CPU
 * time, since other processes change the difference of two wall times too much.
 */
const maxImportGrowth = 1.5;

export function limitsOfImport({ rows }: ImportResults): Limit[] {
  const ours = rows.filter(({ subject }) => subject === "ours");
  const [less, middle, more] = ours.map(({ count }) => count.toLocaleString("en"));
  const each = (row: Row | undefined) => medianOf(row, "ms") / (row?.count ?? 0);
  return [
    {
      what: "peak memory of `auth0-native import`, maximum",
      measured: Math.max(...ours.map((row) => medianOf(row, "peakMb"))),
      limit: maxImportMb,
      unit: "MB",
    },
    {
      what: `import, time of each object, ${more} / ${less} objects`,
      measured: each(ours[2]) / each(ours[0]),
      limit: maxImportTimeRatio,
      unit: "",
    },
    {
      what: `import, CPU time of each further object, ${middle} to ${more} / ${less} to ${middle}`,
      measured: cpuOfFurther(ours[1], ours[2]) / cpuOfFurther(ours[0], ours[1]),
      limit: maxImportGrowth,
      unit: "",
    },
  ];
}

function cpuOfFurther(from: Row | undefined, to: Row | undefined): number {
  const [less, more] = [medianOf(from, "workerCpuMs"), medianOf(to, "workerCpuMs")];
  return (more - less) / ((to?.count ?? 0) - (from?.count ?? 0));
}

export const pluginPair: Pair = ["plugin", "ours"];

/** The most that the plugin may take, compared with Pulumi's dynamic provider. */
const maxPluginRatio = { start: 0.3, memory: 0.6, time: 1 };
const maxPluginMb = 100;

export function limitsOfPlugin({ starts, rows }: PluginResults): Limit[] {
  const sizes = [...new Set(rows.map(({ count }) => count))];
  const largest = Math.max(0, ...sizes);
  const startRatios = starts.map(({ until, ms }) => ({
    what: `process start to ${until}, plugin / dynamic`,
    measured: ms.plugin / ms.dynamic,
    limit: maxPluginRatio.start,
    unit: "",
  }));
  const memory = [
    {
      what: `peak memory of the plugin, \`up\` of ${largest} objects`,
      measured: medianOf(findRow(rows, "plugin", "up", largest), "peakMb"),
      limit: maxPluginMb,
      unit: "MB",
    },
    {
      what: `peak memory, \`up\` of ${largest} objects, plugin / dynamic`,
      measured: ratio(rows, "up", largest, pluginPair, "peakMb"),
      limit: maxPluginRatio.memory,
      unit: "",
    },
  ];
  const times = sizes.flatMap((count) =>
    commands.map((command) => ({
      what: `\`${command}\` of ${count} objects, plugin / dynamic`,
      measured: ratio(rows, command, count, pluginPair),
      limit: maxPluginRatio.time,
      unit: "",
      spread: spread(rows, command, count, pluginPair),
    })),
  );
  return [...startRatios, ...memory, ...times];
}
