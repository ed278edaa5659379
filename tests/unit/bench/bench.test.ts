import { expect, test } from "@jest/globals";
import { failsRun, limitsOf, verdict } from "../../../bench/limits";
import { compare, type Row, recordTo } from "../../../bench/rows";

const up = "100 objects: `up`";

test("a command's rounds become one row, and each round has its own ratio", () => {
  const rows: Row[] = [];
  const record = recordTo(rows, "engine");
  for (const [floor, dynamic] of [
    [10, 11],
    [40, 44],
    [20, 100],
  ] as const) {
    record(up, "floor", { ms: floor });
    record(up, "dynamic", { ms: dynamic });
  }
  expect(rows.map(({ samples }) => samples.map(({ ms }) => ms))).toEqual([
    [10, 40, 20],
    [11, 44, 100],
  ]);
  const { ratio, spread } = compare(rows, up, "dynamic", "floor");
  expect(ratio).toBeCloseTo(1.1);
  expect(spread).toBeCloseTo(5 / 1.1);
  expect(limitsOf(rows)).toEqual([
    { what: `${up}, dynamic / floor`, measured: ratio, limit: 1.1, spread },
  ]);
});

test.each([
  [10, undefined, undefined, "met", false],
  [10.1, undefined, undefined, "EXCEEDED", false],
  [10.1, undefined, true, "EXCEEDED", true],
  [15, undefined, undefined, "EXCEEDED", false],
  [15.1, undefined, undefined, "EXCEEDED by a lot", true],
  [15.1, 1.26, undefined, "too noisy to tell", false],
])(
  "%d of a limit of 10 (spread %d, exact: %s) is %s, and fails the run: %s",
  (measured, spread, exact, text, fails) => {
    const bounds = { ...(spread && { spread }), ...(exact && { exact }) };
    const limit = { what: "", measured, limit: 10, ...bounds };
    expect([verdict(limit), failsRun(limit)]).toEqual([text, fails]);
  },
);

test.each([
  ["linear", (count: number) => count, 0.28, "met"],
  ["quadratic", (count: number) => count ** 2, 9.9, "EXCEEDED by a lot"],
])(
  "the time of each object judges an import of 2 s and a time that is %s",
  (_, costMs, ratio, text) => {
    const rows: Row[] = [];
    for (const count of [500, 5_000]) {
      const sample = { ms: 2_000 + costMs(count) };
      recordTo(rows, "import")(`import of ${count} objects`, "pulumi-auth0-native", sample);
    }
    const [limit] = limitsOf(rows);
    expect(limit?.measured).toBeCloseTo(ratio, 1);
    expect(limit && verdict(limit)).toBe(text);
  },
);
