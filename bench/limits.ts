import type { Limit } from "./report";
import { median, medianOf, type Row, type Sample } from "./sample";
import { commands } from "./stack";

/** The most that this package may add to the time and memory of the engine. */
const maxRatio = 1.1;
const maxAddedMb = 40;
/** For each object. The engine writes the whole state after every step, which takes time. */
const maxStateBytes = 1600;
const maxRefreshMs = 1400;

/** What was measured, whoever ran it. */
interface Condition {
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

export const medianAt = (
  rows: Row[],
  subject: Row["subject"],
  condition: Condition,
  key: keyof Sample,
): number => medianOf(findRow(rows, subject, condition), key);

export type Pair = [subject: Row["subject"], other: Row["subject"]];
export const floorPair: Pair = ["ours", "floor"];
export const pluginPair: Pair = ["plugin", "ours"];

/**
 * The median and the spread of one ratio for each round, in which the two ran one after the other. The spread is
 * the highest ratio divided by the lowest.
 */
export function compare(rows: Row[], condition: Condition, pair: Pair, key: keyof Sample = "ms") {
  const [ours = [], other = []] = pair.map((one) => findRow(rows, one, condition)?.samples);
  const ratios = ours.map((sample, round) => sample[key] / (other[round]?.[key] ?? Number.NaN));
  return { ratio: median(ratios), spread: Math.max(...ratios) / Math.min(...ratios) };
}

/** The form of ours that takes less time, and the official provider. */
export function peerPair(rows: Row[], condition: Condition): Pair {
  const dynamic: Pair = ["ours", "pulumi-auth0"];
  const plugin: Pair = ["plugin", "pulumi-auth0"];
  const [one, other] = [dynamic, plugin].map((pair) => compare(rows, condition, pair).ratio);
  return Number(one) < Number(other) ? dynamic : plugin;
}

/** Bytes of state for one object. */
export const stateOf = (rows: Row[], subject: Row["subject"], count: number): number =>
  medianAt(rows, subject, { command: "up", count }, "stateBytes") / count;

const timeLimit = (rows: Row[], condition: Condition, names: string, pair: Pair, limit: number) => {
  const { command, count, latencyMs } = condition;
  const { ratio, spread } = compare(rows, condition, pair);
  return {
    what: `\`${command}\` of ${count} objects${latencyMs ? ` at ${latencyMs} ms` : ""}, ${names}`,
    measured: ratio,
    limit,
    unit: "",
    spread,
  };
};

const conditionsOf = (sizes: number[]): Condition[] =>
  sizes.flatMap((count) => commands.map((command) => ({ command, count })));

export function limitsOfEngine(rows: Row[], sizes: number[]): Limit[] {
  const large = sizes.filter((count) => count >= 100);
  const most = large.at(-1) ?? 0;
  const refresh = { command: "refresh", count: 500 };
  const added = conditionsOf(sizes).map(
    (condition) =>
      medianAt(rows, "ours", condition, "peakMb") - medianAt(rows, "floor", condition, "peakMb"),
  );
  return [
    ...conditionsOf(large).map((condition) =>
      timeLimit(rows, condition, "ours / floor", floorPair, maxRatio),
    ),
    {
      what: "peak memory of the provider process, ours - floor, maximum",
      measured: Math.max(...added),
      limit: maxAddedMb,
      unit: "MB",
    },
    {
      what: `state of ${most} objects, for each object`,
      measured: stateOf(rows, "ours", most),
      limit: maxStateBytes,
      unit: "bytes",
      exact: true,
    },
    {
      what: "`refresh` of 500 objects, better of ours",
      measured: Math.min(
        medianAt(rows, "ours", refresh, "ms"),
        medianAt(rows, "plugin", refresh, "ms"),
      ),
      limit: maxRefreshMs,
      unit: "ms",
    },
  ];
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
