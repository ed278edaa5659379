import type { Loaded } from "./load";
import { medianOf, type Row, type Sample } from "./sample";
import { commands } from "./stack";
import type { StartTime } from "./start";
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
const maxRefreshMs = 1400;

/** What was measured, whoever ran it. */
export interface Condition {
  command: string;
  count: number;
  /** @default 0 */
  latencyMs?: number;
}

export const findRow = (
  rows: Row[],
  subject: Row["subject"],
  { command, count, latencyMs = 0 }: Condition,
) =>
  rows.find(
    (row) =>
      row.subject === subject &&
      row.command === command &&
      row.count === count &&
      row.latencyMs === latencyMs,
  );

export type Pair = [subject: Row["subject"], other: Row["subject"]];
export const floorPair: Pair = ["ours", "floor"];
export const pluginPair: Pair = ["plugin", "ours"];

/** One ratio for each round, in which the two ran one after the other. */
function ratiosOf(rows: Row[], condition: Condition, pair: Pair, key: keyof Sample): number[] {
  const [ours = [], other = []] = pair.map((one) => findRow(rows, one, condition)?.samples);
  return ours.map((sample, round) => sample[key] / (other[round]?.[key] ?? Number.NaN));
}

export const ratio = (
  rows: Row[],
  condition: Condition,
  pair: Pair,
  key: keyof Sample = "ms",
): number => median(ratiosOf(rows, condition, pair, key));

export function spread(rows: Row[], condition: Condition, pair: Pair): number {
  const ratios = ratiosOf(rows, condition, pair, "ms");
  return Math.max(...ratios) / Math.min(...ratios);
}

/** The form of ours that takes less time, and the official provider. */
export function peerPair(rows: Row[], condition: Condition): Pair {
  const [dynamic, plugin]: Pair[] = [
    ["ours", "pulumi-auth0"],
    ["plugin", "pulumi-auth0"],
  ] as const;
  return ratio(rows, condition, dynamic) < ratio(rows, condition, plugin) ? dynamic : plugin;
}

/** Bytes of state for one object. */
export const stateOf = (rows: Row[], subject: Row["subject"], count: number): number =>
  medianOf(findRow(rows, subject, { command: "up", count }), "stateBytes") / count;

const timeLimit = (rows: Row[], condition: Condition, names: string, pair: Pair, limit: number) => {
  const { command, count, latencyMs } = condition;
  return {
    what: `\`${command}\` of ${count} objects${latencyMs ? ` at ${latencyMs} ms` : ""}, ${names}`,
    measured: ratio(rows, condition, pair),
    limit,
    unit: "",
    spread: spread(rows, condition, pair),
  };
};

export function limitsOfEngine(rows: Row[], sizes: number[]): Limit[] {
  const large = sizes.filter((count) => count >= 100);
  const most = large.at(-1) ?? 0;
  const ratios = large.flatMap((count) =>
    commands.map((command) =>
      timeLimit(rows, { command, count }, "ours / floor", floorPair, maxRatio),
    ),
  );
  const medianAt = (subject: Row["subject"], condition: Condition, key: keyof Sample) =>
    medianOf(findRow(rows, subject, condition), key);
  const added = commands.flatMap((command) =>
    sizes.map(
      (count) =>
        medianAt("ours", { command, count }, "peakMb") -
        medianAt("floor", { command, count }, "peakMb"),
    ),
  );
  const memory = {
    what: "peak memory of the provider process, ours - floor, maximum",
    measured: Math.max(...added),
    limit: maxAddedMb,
    unit: "MB",
  };
  const state = {
    what: `state of ${most} objects, for each object`,
    measured: stateOf(rows, "ours", most),
    limit: maxStateBytes,
    unit: "bytes",
    exact: true,
  };
  const refresh = { command: "refresh", count: 500 };
  const refreshTime = {
    what: "`refresh` of 500 objects, better of ours",
    measured: Math.min(medianAt("ours", refresh, "ms"), medianAt("plugin", refresh, "ms")),
    limit: maxRefreshMs,
    unit: "ms",
  };
  return [...ratios, memory, state, refreshTime];
}

/** The most that the better form of ours may take, compared with the official provider. */
const peerGoals: [Condition, number][] = [
  [{ command: "up", count: 2 }, 1],
  [{ command: "up", count: 100, latencyMs: 100 }, 0.6],
  [{ command: "up --parallel 32", count: 100, latencyMs: 100 }, 0.8],
  [{ command: "refresh", count: 100, latencyMs: 100 }, 0.5],
];

export const limitsOfPeer = (rows: Row[]): Limit[] =>
  peerGoals.map(([condition, limit]) => {
    const pair = peerPair(rows, condition);
    return timeLimit(rows, condition, "better of ours / pulumi-auth0", pair, limit);
  });

export const limitsOfLoading = (loaded: Loaded[]): Limit[] =>
  loaded.flatMap(({ what, ms, limitMs }) =>
    limitMs === undefined
      ? []
      : [{ what: `loading ${what}`, measured: ms, limit: limitMs, unit: "ms" }],
  );

/** The most that the plugin may take, compared with Pulumi's dynamic provider. */
const maxPluginRatio = { start: 0.3, memory: 0.6, time: 1 };
const maxPluginMb = 100;
/** What differs is the start of a process, which larger stacks hide. */
const maxPluginSize = 100;

export const limitsOfStarts = (starts: StartTime[]): Limit[] =>
  starts.map(({ until, ms }) => ({
    what: `process start to ${until}, plugin / dynamic`,
    measured: ms.plugin / ms.dynamic,
    limit: maxPluginRatio.start,
    unit: "",
  }));

export function limitsOfPlugin(rows: Row[], sizes: number[]): Limit[] {
  const small = sizes.filter((count) => count <= maxPluginSize);
  const largest = { command: "up", count: Math.max(0, ...small) };
  const memory = [
    {
      what: `peak memory of the plugin, \`up\` of ${largest.count} objects`,
      measured: medianOf(findRow(rows, "plugin", largest), "peakMb"),
      limit: maxPluginMb,
      unit: "MB",
    },
    {
      what: `peak memory, \`up\` of ${largest.count} objects, plugin / dynamic`,
      measured: ratio(rows, largest, pluginPair, "peakMb"),
      limit: maxPluginRatio.memory,
      unit: "",
    },
  ];
  const times = small.flatMap((count) =>
    commands.map((command) =>
      timeLimit(rows, { command, count }, "plugin / dynamic", pluginPair, maxPluginRatio.time),
    ),
  );
  return [...memory, ...times];
}
