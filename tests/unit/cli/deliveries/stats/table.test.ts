import { expect, test } from "@jest/globals";
import { tableLines } from "../../../../../cli/deliveries/stats/table";

const statistics = {
  dateFrom: "2026-03-01T00:00:00Z",
  dateTo: "2026-03-01T01:00:00Z",
  bucketSeconds: 3600,
  delivered: 0,
  failed: 3,
  buckets: [{ start: "2026-03-01T00:00:00Z", delivered: 0, failed: 3 }],
};

test("one bucket of an hour shows its time", () => {
  expect(tableLines(statistics)[3]).toMatch(/^2026-03-01 00:00 {10}0 {7}3$/);
});

test("times that are none do no harm", () => {
  const broken = { ...statistics, dateTo: "\u202eno" };
  const buckets = [{ start: "\u001b[2J", delivered: 1, failed: 1 }];
  const text = tableLines({ ...broken, buckets }).join("\n");
  expect(text).toContain("\\u001b[2J");
  expect(text).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
});
