import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { chartLines } from "../../../../../cli/deliveries/stats/chart";

const statistics = (counts: [delivered: number, failed: number][], bucketSeconds = 86_400) => ({
  dateFrom: "2026-03-01T00:00:00Z",
  dateTo: "2026-03-15T12:30:00Z",
  bucketSeconds,
  delivered: counts.reduce((sum, [delivered]) => sum + delivered, 0),
  failed: counts.reduce((sum, [, failed]) => sum + failed, 0),
  buckets: counts.map(([delivered, failed], index) => ({
    start: new Date(Date.UTC(2026, 2, 1) + index * bucketSeconds * 1000).toISOString(),
    delivered,
    failed,
  })),
});
const chart = (...args: Parameters<typeof statistics>) => chartLines(statistics(...args), 80);

test("each bucket has a row with a bar to one scale, in 80 columns", () => {
  const lines = chart([
    [1000, 0],
    [500, 500],
    [0, 0],
    [999, 1],
  ]);
  expect(`\n${lines.join("\n")}\n`).toBe(`
2026-03-01 00:00:00 UTC to 2026-03-15 12:30:00 UTC

FROM (UTC)  DELIVERED  FAILED
2026-03-01      1,000       0  █████████████████████████████████████████████████
2026-03-02        500     500  ████████████████████████░░░░░░░░░░░░░░░░░░░░░░░░░
2026-03-03          0       0
2026-03-04        999       1  ████████████████████████████████████████████████░
total           2,499     501

█ delivered  ░ failed
`);
});

test("counts that are all zero have no bar, and a note", () => {
  const lines = chart([
    [0, 0],
    [0, 0],
  ]);
  expect(lines.join("\n")).not.toMatch(/[█░]/);
  expect(lines.at(-1)).toMatch(/^Nothing was delivered or failed in this time\./);
});

test("one bucket of an hour shows its time", () => {
  expect(chart([[0, 3]], 3600)[3]).toMatch(/^2026-03-01 00:00 {10}0 {7}3 {2}░+$/);
});

test("times that are none do no harm", () => {
  const broken = { ...statistics([[1, 1]]), dateTo: "\u202eno" };
  const buckets = [{ start: "\u001b[2J", delivered: 1, failed: 1 }];
  const text = chartLines({ ...broken, buckets }, 80).join("\n");
  expect(text).toContain("\\u001b[2J");
  expect(text).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
});

test("every row fits into the terminal, and every count that is not zero has a sign", () => {
  const count = fc.oneof(fc.constant(0), fc.constant(1), fc.nat(), fc.maxSafeNat());
  const counts = fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 80, max: 250 }), (values, columns) => {
      const rows = chartLines(statistics(values), columns).slice(3, 3 + values.length);
      rows.forEach((row, index) => {
        const [delivered = 0, failed = 0] = values[index] ?? [];
        expect([...row].length).toBeLessThanOrEqual(columns);
        expect([row.includes("█"), row.includes("░")]).toEqual([delivered > 0, failed > 0]);
      });
    }),
    { numRuns: 50 },
  );
});
