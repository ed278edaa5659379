import { expect, test } from "@jest/globals";
import { parseTime } from "../../../../cli/deliveries/filters";

test.each([
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-01-31T00:00:00Z", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T23:30:00-02:00", "2026-02-01T01:30:00.000Z"],
])("%s is %s", (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test("a time ago is a date", () => {
  expect(parseTime("2h") < parseTime("1h")).toBe(true);
  expect(parseTime("1h") < parseTime("90s")).toBe(true);
  expect(parseTime("1d") > parseTime("2d")).toBe(true);
});

test.each([
  "2026-02-31",
  "2026-02-29T00:00:00Z",
  "2026-13-01",
  "2026-00-10",
  "9999-12-31T23:00:00-02:00",
  "1969-12-31",
  "1w",
  "h",
  "",
])("%j is not a time", (text) => {
  expect(() => parseTime(text)).toThrow("Pass 90s, 30m, 1h, 7d, or a date");
});
