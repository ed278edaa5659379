import { expect, test } from "@jest/globals";
import { filterArguments } from "../../../../cli/deliveries/filters";

test.each([
  ["2026-01-02T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
])("nothing lies between %s and %s, so that this is a mistake", (since, until) => {
  expect(() => filterArguments({ since, until })).toThrow(
    new Error(`--until (${until}) must be later than --since (${since})`),
  );
});

test("a start before the end is no mistake", () => {
  const [since, until] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"];
  expect(filterArguments({ since, until })).toEqual({ dateFrom: since, dateTo: until });
});
