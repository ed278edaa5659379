import { expect, test } from "@jest/globals";
import { formatDuration, formatTime } from "../../../../cli/shared/time";

test("a time is absolute and in UTC", () => {
  expect(formatTime("2026-03-04T07:58:12.480+01:00")).toBe("2026-03-04 06:58:12 UTC");
});

test("a text that is no time stays as it is, with invisible characters escaped", () => {
  expect(formatTime("yesterday\n")).toBe("yesterday\\n");
});

test("a duration has one decimal below 10 seconds, and minutes from 60 seconds", () => {
  const start = new Date(0).toISOString();
  const after = (milliseconds: number) =>
    formatDuration(start, new Date(milliseconds).toISOString());
  expect([after(420), after(14_360), after(59_700), after(200_000)]).toEqual([
    "0.4 s",
    "14 s",
    "1 min 0 s",
    "3 min 20 s",
  ]);
});
