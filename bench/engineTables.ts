import {
  compare,
  findRow,
  floorPair,
  medianAt,
  type Pair,
  peerPair,
  pluginPair,
  stateOf,
} from "./limits";
import { type Column, megabytes, rounded, seconds, section, table, whole } from "./report";
import { medianOf, type Row, type Sample, stateSettings } from "./sample";
import { smallPlan } from "./smallPlan";

/** The text above each table. */
export const engineTexts = {
  time: `"Dynamic" is this package served by Pulumi's dynamic provider, "plugin" is the same program with
\`pulumi-auth0-native/plugin\`; "ours" in a limit is the former. "Floor" is a dynamic provider with the same inputs,
outputs and secrets that checks nothing and sends no request, so its time is the time of Pulumi itself;
it is not measured with the latency of the internet. In each round, one runs after the other, in changing order.
Times are medians of the rounds. A ratio is the median of the ratios of the rounds. Its spread is the highest of these
ratios divided by the lowest.`,
  memory: "The peak resident memory of the provider process.",
  state: `The CLI writes the whole state after every step. "Compressed" is this package with
\`PULUMI_DIY_BACKEND_ZSTD=true\`, "without checkpoints" with \`PULUMI_SKIP_CHECKPOINTS=true\`, and \`GOGC=400\` lets
the CLI, a Go program, collect garbage less often. All are measured in the same rounds. The ratio is the median of the
ratios of the rounds.`,
};

const columnNames = {
  floor: "floor",
  ours: "dynamic",
  plugin: "plugin",
  "pulumi-auth0": "pulumi-auth0",
};
type Compared = keyof typeof columnNames;
const withFloor = ["floor", "ours", "plugin"] as const;
const withPeer = ["ours", "plugin", "pulumi-auth0"] as const;

const labelOf = ({ command, count, latencyMs }: Row) => {
  const latency = latencyMs === 0 ? "" : `, ${latencyMs} ms`;
  return `${count} objects${count === smallPlan.count ? ", small plan" : latency}: \`${command}\``;
};

/** A column for each subject, with its median under the conditions of the row. */
const medians = (
  rows: Row[],
  subjects: readonly Compared[],
  key: keyof Sample,
  text: (value: number) => string,
) =>
  subjects.map(
    (subject): Column<Row> => [
      columnNames[subject],
      (row) => text(medianAt(rows, subject, row, key)),
    ],
  );

/** The ratio and its spread. */
const compared = (rows: Row[], name: string, pairOf: (row: Row) => Pair): Column<Row>[] => [
  [name, (row) => rounded(compare(rows, row, pairOf(row)).ratio, 2)],
  ["spread", (row) => rounded(compare(rows, row, pairOf(row)).spread, 2)],
];

const ofSubject = (rows: Row[], subject: Row["subject"]) =>
  rows.filter((row) => row.subject === subject);

export const timeTable = (rows: Row[]): string =>
  table(ofSubject(rows, "ours"), [
    ["", labelOf],
    ...medians(rows, withFloor, "ms", seconds),
    ...compared(rows, "dynamic / floor", () => floorPair),
    ...compared(rows, "plugin / dynamic", () => pluginPair),
    ["rounds", ({ samples }) => String(samples.length)],
    ["requests", (row) => whole(medianOf(row, "requests"))],
  ]);

export const memoryTable = (rows: Row[]): string =>
  table(ofSubject(rows, "floor"), [
    ["", labelOf],
    ...medians(rows, withFloor, "peakMb", megabytes),
  ]);

export function stateTable(rows: Row[], sizes: number[]): string {
  const subjects = ["ours", ...stateSettings] as const;
  const measured = sizes.flatMap((count) => {
    const condition = { command: "up", count };
    // A size has all settings or none.
    const hasSettings = findRow(rows, "compressed", condition) !== undefined;
    return subjects.flatMap((subject) =>
      hasSettings ? (findRow(rows, subject, condition) ?? []) : [],
    );
  });
  return table(measured, [
    ["", ({ count, subject }) => `${count} objects${subject === "ours" ? "" : `, ${subject}`}`],
    ["`up`", (row) => seconds(medianOf(row, "ms"))],
    ...compared(rows, "ratio", ({ subject }) => [subject, "ours"]),
    ["bytes for each", ({ count, subject }) => whole(stateOf(rows, subject, count))],
  ]);
}

export const peerTitle = "pulumi-auth0";

const peerText = (
  conditions: string,
) => `pulumi-auth0, the official provider, beside both forms of ours, in the same rounds and with the same objects.
\`make bench\` measures it if \`pulumi-resource-auth0\` is on PATH, and otherwise keeps this section of the last run
that did: ${conditions}
"Better of ours / it" is the ratio of the form that takes less time.`;

/** `rows` are those of the engine and of the small plan. */
export function peerSection(rows: Row[], conditions: string): string {
  const times = table(ofSubject(rows, "pulumi-auth0"), [
    ["", labelOf],
    ...medians(rows, withPeer, "ms", seconds),
    ...compared(rows, "better of ours / it", (row) => peerPair(rows, row)),
    ["rounds", ({ samples }) => String(samples.length)],
    ["requests: ours", (row) => requestsOf(findRow(rows, "ours", row))],
    ["requests: pulumi-auth0", requestsOf],
  ]);
  const up = { command: "up", count: 100 };
  const others = [
    {
      what: "100 objects: peak of the provider",
      cell: (subject: Compared) => megabytes(medianAt(rows, subject, up, "peakMb")),
    },
    {
      what: "500 objects: bytes of state for each",
      cell: (subject: Compared) => whole(stateOf(rows, subject, 500)),
    },
  ];
  const sizes = table(others, [
    ["", ({ what }) => what],
    ...withPeer.map(
      (subject): Column<(typeof others)[number]> => [
        columnNames[subject],
        (row) => row.cell(subject),
      ],
    ),
  ]);
  return section(peerTitle, peerText(conditions), times, sizes);
}

function requestsOf(row: Row | undefined): string {
  const refusals = medianOf(row, "refusals");
  return whole(medianOf(row, "requests")) + (refusals > 0 ? `, ${refusals} refused` : "");
}
