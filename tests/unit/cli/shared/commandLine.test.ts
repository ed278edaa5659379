import { expect, test } from "@jest/globals";
import { positiveInteger, wholeNumber } from "../../../../cli/shared/commandLine";

test.each(["0", "1", "10", "999999999"])("%s is a whole number", (text) => {
  expect(wholeNumber(text)).toBe(Number(text));
});

test.each(["", "-1", "1.5", "1e3", "1000000000", "9".repeat(400)])(
  "%j is refused as a whole number",
  (text) => {
    expect(() => wholeNumber(text)).toThrow("Give a whole number from 0 to 999999999.");
    expect(() => positiveInteger(text)).toThrow("Give a whole number from 1 to 999999999.");
  },
);

test("0 is no positive number", () => {
  expect(positiveInteger("999999999")).toBe(999_999_999);
  expect(() => positiveInteger("0")).toThrow("from 1");
});
