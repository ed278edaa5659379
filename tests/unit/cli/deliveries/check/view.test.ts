import { expect, test } from "@jest/globals";
import { verdict } from "../../../../../cli/deliveries/check/view";
import { deliveryReports } from "../../../../support/deliveries/deliveryReports";

const { clean, failing, unchecked, empty } = deliveryReports;

test.each([
  ["4 streams checked, none failing, 1 disabled", clean],
  ["1 of 4 streams is failing", failing],
  [
    "1 of 3 streams is failing, 2 couldn't be checked completely, 1 stack couldn't be checked",
    unchecked,
  ],
  ["No stream was checked", empty],
])("the verdict is %j", (expected, report) => {
  expect(verdict(report)).toBe(expected);
});
