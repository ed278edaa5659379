import { expect, test } from "@jest/globals";
import { limitsOfImport } from "../../../bench/import";
import { compare, floorPair, limitsOfEngine } from "../../../bench/limits";
import { failsRun, verdict } from "../../../bench/report";
import { mergeRounds, type Row, type Sample } from "../../../bench/sample";

const sample = (ms: number, changes: Partial<Sample> = {}) => ({ ms, ...changes }) as Sample;

const row = (subject: Row["subject"], ...times: number[]): Row => ({
  subject,
  command: "up",
  count: 100,
  latencyMs: 0,
  samples: times.map((ms) => sample(ms)),
});

test("rounds of one command become one row, whose ratio is computed for each round", () => {
  const rounds = [row("floor", 10, 40), row("ours", 11, 44), row("floor", 20), row("ours", 100)];
  const rows = mergeRounds(rounds);
  expect(rows).toEqual([row("floor", 10, 40, 20), row("ours", 11, 44, 100)]);
  expect(compare(rows, rows[0] as Row, floorPair).ratio).toBeCloseTo(1.1);
});

test.each([
  [10, undefined, undefined, "met", false],
  [10.1, undefined, undefined, "EXCEEDED", false],
  [10.1, undefined, true, "EXCEEDED", true],
  [15, undefined, undefined, "EXCEEDED", false],
  [15.1, undefined, undefined, "EXCEEDED by a lot", true],
  [15.1, 1.26, undefined, "too noisy to tell", false],
  [Number.NaN, undefined, undefined, "not measured", false],
])(
  "%d of a limit of 10 (spread %d, exact: %s) is %s, and fails the run: %s",
  (measured, spread, exact, text, fails) => {
    const bounds = { ...(spread && { spread }), ...(exact && { exact }) };
    const limit = { what: "", measured, limit: 10, unit: "", ...bounds };
    expect([verdict(limit), failsRun(limit)]).toEqual([text, fails]);
  },
);

test("a ratio has the spread of its rounds, and a state the bytes of each object", () => {
  const ours = {
    ...row("ours"),
    samples: [10, 30].map((ms) => sample(ms, { stateBytes: 160_000 })),
  };
  const limits = limitsOfEngine([row("floor", 10, 10), ours], [100]);
  expect(limits.find(({ what }) => what.includes("`up`"))).toMatchObject({
    measured: 2,
    spread: 3,
  });
  expect(limits.find(({ unit }) => unit === "bytes")).toMatchObject({
    measured: 1600,
    exact: true,
  });
});

test.each([
  ["linear", (count: number) => count, 0.28, "met"],
  ["quadratic", (count: number) => count ** 2, 9.9, "EXCEEDED by a lot"],
])(
  "an import of 2 s and a time that is %s is judged by the time of each object",
  (_, costMs, ratio, text) => {
    const rows = [500, 5_000].map((count) => ({
      ...row("ours", 2_000 + costMs(count)),
      command: "import",
      count,
    }));
    const limit = limitsOfImport(rows)[1];
    expect(limit?.measured).toBeCloseTo(ratio, 1);
    expect(limit && verdict(limit)).toBe(text);
  },
);
