import { expect, test } from "@jest/globals";
import { progressText } from "../../../../../cli/deliveries/redeliver/progress";

test.each([
  ["no estimate in the first seconds", 2, 10, 1, "2 of 10"],
  ["less than a minute", 20, 30, 10, "20 of 30, 2.0 a second, less than a minute left"],
  ["minutes", 20, 1000, 10, "20 of 1,000, 2.0 a second, about 9 minutes left"],
  ["no estimate at the end", 30, 30, 15, "30 of 30"],
])("the progress of a run shows %s", (_what, count, total, seconds, text) => {
  expect(progressText(count, total, seconds)).toBe(`redelivering: ${text}`);
});
