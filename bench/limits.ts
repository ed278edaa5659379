import { compare, medianOf, type Row } from "./rows";
import { rounded, table } from "./tables";

export interface Limit {
  what: string;
  measured: number;
  limit: number;
  unit?: string;
  /** The highest ratio of all rounds divided by the lowest, if the value is a ratio. */
  spread?: number;
  /** Whether any value above the limit fails the run, because the value doesn't depend on the machine. */
  exact?: boolean;
}

/** Other processes change a median by some percent, so only a value above this factor fails the run. */
const failureFactor = 1.5;

/** With a larger spread, the machine was too busy to judge the ratio. */
const maxSpread = 1.25;

export function verdict({ measured, limit, spread = 1 }: Limit): string {
  if (spread > maxSpread) return "too noisy to tell";
  if (measured <= limit) return "met";
  return measured > limit * failureFactor ? "EXCEEDED by a lot" : "EXCEEDED";
}

export const failsRun = (limit: Limit): boolean =>
  verdict(limit) === "EXCEEDED by a lot" || (limit.exact === true && verdict(limit) === "EXCEEDED");

export const limitTable = (limits: Limit[]): string =>
  table(
    ["what", "measured", "limit", ""],
    limits.map((one) => [
      one.what,
      rounded(one.measured, one.unit ? 1 : 2, one.unit),
      rounded(one.limit, one.unit ? 0 : 2, one.unit),
      verdict(one),
    ]),
  );

/** The limits of our faster form's time, divided by the official provider's. */
const peerGoals: [label: string, limit: number][] = [
  ["2 objects: `up`", 1],
  ["100 objects, 100 ms: `up`", 0.6],
  ["100 objects, 100 ms: `up --parallel 32`", 0.8],
  ["100 objects, 100 ms: `refresh`", 0.5],
];

export function limitsOf(rows: Row[]): Limit[] {
  const ratio = (label: string, subject: string, other: string, limit: number): Limit => {
    const { ratio, spread } = compare(rows, label, subject, other);
    return { what: `${label}, ${subject} / ${other}`, measured: ratio, limit, spread };
  };
  const faster = (label: string) =>
    compare(rows, label, "plugin", "dynamic").ratio < 1 ? "plugin" : "dynamic";
  const median = (label: string, subject: string, key: "ms" | "peakMb" | "stateBytes" = "ms") =>
    medianOf(rows, label, subject, key);
  const floor = rows.filter(({ subject }) => subject === "floor").map(({ label }) => label);
  const added = floor.map(
    (label) => median(label, "dynamic", "peakMb") - median(label, "floor", "peakMb"),
  );
  // Pulumi's own part depends on the version of its CLI, and has the paths of the program's files.
  const stateOf = (subject: string) => median("500 objects: `up`", subject, "stateBytes");
  const addedState = stateOf("dynamic") - stateOf("floor");
  const cli = "pulumi-auth0-native";
  const [few, many] = ["import of 500 objects", "import of 5000 objects"] as const;
  const importMb = median(many, cli, "peakMb");
  const eachRatio = median(many, cli) / median(few, cli) / 10;
  const limits = [
    ...floor
      .filter((label) => !label.startsWith("2 "))
      .map((label) => ratio(label, "dynamic", "floor", 1.1)),
    ...peerGoals.map(([label, limit]) => ratio(label, faster(label), "pulumi-auth0", limit)),
    { what: "peak memory, dynamic - floor", measured: Math.max(...added), limit: 40, unit: "MB" },
    {
      what: "state of each object, dynamic - floor",
      measured: addedState,
      limit: 200,
      unit: "bytes",
      exact: true,
    },
    ratio("check of 100 objects", "drift", "pulumi refresh --preview-only", 1.15),
    { what: `${many}: peak memory`, measured: importMb, limit: 200, unit: "MB" },
    // The start of the command counts for every size, so linear work takes less time for each of more objects,
    // and quadratic work takes more.
    { what: "import, time of each object, 5000 / 500 objects", measured: eachRatio, limit: 1 },
    ratio("process start to the first response", "plugin", "dynamic", 0.3),
  ];
  return limits.filter(({ measured }) => Number.isFinite(measured));
}
