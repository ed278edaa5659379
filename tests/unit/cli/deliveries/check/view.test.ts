import { expect, test } from "@jest/globals";
import { verdict } from "../../../../../cli/deliveries/check/view";
import { errorsOf } from "../../../../../cli/deliveries/failureGroups";
import { deliveryReports } from "../../../../support/deliveries/deliveryReports";

const { clean, failing, unchecked, empty } = deliveryReports;

test.each([
  ["4 streams checked, none failing, 1 disabled", clean],
  ["1 of 4 streams is failing", failing],
  [
    "1 of 3 streams is failing, 1 couldn't be checked, 1 was partly checked, 1 stack couldn't be checked",
    unchecked,
  ],
  ["No stream was checked", empty],
])("the verdict is %j", (expected, report) => {
  expect(verdict(report)).toBe(expected);
});

test("an error of several kinds of events is shown once, with all of its failures", () => {
  const eventTypes = ["user.created", "user.updated", "user.deleted", "group.created"];
  const groups = eventTypes.map((eventType, index) => ({
    message: "503",
    eventType,
    count: 10 - index,
    first: `2026-03-04T0${5 - index}:00:00.000Z`,
    last: `2026-03-04T0${9 - index}:00:00.000Z`,
    example: "evt_1",
  }));
  const other = { message: "timeout", eventType: "user.created", count: 11, example: "evt_2" };
  expect(errorsOf([other, ...groups])).toEqual([
    {
      message: "503",
      eventTypes,
      count: 34,
      first: "2026-03-04T02:00:00.000Z",
      last: "2026-03-04T09:00:00.000Z",
    },
    { message: "timeout", eventTypes: ["user.created"], count: 11 },
  ]);
});
