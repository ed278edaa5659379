import type { Loaded } from "./load";
import { middle, type Row } from "./sample";
import { commands } from "./stack";
import { median } from "./statistics";

export interface Limit {
  what: string;
  measured: number;
  limit: number;
  unit: string;
  /** Of a ratio: by how much its rounds disagree, the highest divided by the lowest. */
  spread?: number;
  /** Of what no neighbour can move: nothing above the limit is let pass. */
  exact?: boolean;
}

/**
 * A neighbour on the machine moves a median by some percent, and no run should fail by that: one
 * that takes half as much again as its limit does.
 */
const failsAt = 1.5;

/** Rounds that disagree by more say how busy the machine was, and nothing else. */
const tellsNothingAt = 1.25;

export function verdict({ measured, limit, spread = 1 }: Limit): string {
  if (Number.isNaN(measured)) return "not measured";
  if (spread > tellsNothingAt) return "too noisy to tell";
  if (measured <= limit) return "met";
  return measured > limit * failsAt ? "EXCEEDED by a lot" : "EXCEEDED";
}

export const fails = (limit: Limit): boolean =>
  verdict(limit) === "EXCEEDED by a lot" || (limit.exact === true && verdict(limit) === "EXCEEDED");

/** What this package may add to the engine's own work. */
const maxRatio = 1.1;
const maxAddedMb = 40;
/** The engine writes the whole state after every step: its bytes are time. */
const maxStateBytes = 1600;

export const of = (
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

/** Both of one round ran one after the other, so that each round is a ratio. */
function ratiosOf(rows: Row[], command: string, count: number, pair: Pair): number[] {
  const [ours = [], floor = []] = pair.map((one) => of(rows, one, command, count)?.samples);
  return ours.map(({ ms }, round) => ms / (floor[round]?.ms ?? Number.NaN));
}

export const ratio = (
  rows: Row[],
  command: string,
  count: number,
  pair: Pair = ["ours", "floor"],
): number => median(ratiosOf(rows, command, count, pair));

/** Bytes of state for one object. */
export const stateOf = (rows: Row[], subject: Row["subject"], count: number): number =>
  middle(of(rows, subject, "up", count), "stateBytes") / count;

export function spread(rows: Row[], command: string, count: number): number {
  const ratios = ratiosOf(rows, command, count, ["ours", "floor"]);
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
        middle(of(rows, "ours", command, count), "peakMb") -
        middle(of(rows, "floor", command, count), "peakMb"),
    ),
  );
  const memory = {
    what: "peak memory of the provider process, ours - floor, the worst of all",
    measured: Math.max(...added),
    limit: maxAddedMb,
    unit: "MB",
  };
  const state = {
    what: `state of ${more} objects, for each`,
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
