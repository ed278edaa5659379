import { expect, test } from "@jest/globals";
import { parseEventTypes, parseTime } from "../../../../cli/deliveries/filters";

test.each([
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-01-31T00:00:00Z", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T23:30:00-02:00", "2026-02-01T01:30:00.000Z"],
  // It is not a date yet, because the machine's clock may be wrong.
  ["5m", "5m"],
])("%s is %s", (text, time) => {
  expect(parseTime(text)).toBe(time);
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

test("kinds of events are separated by commas", () => {
  expect(parseEventTypes("user.created, user.deleted")).toEqual(["user.created", "user.deleted"]);
});

test.each([
  ["user.craeted", "There is no such event type. Did you mean user.created?"],
  ["User_Deleted", "There is no such event type. Did you mean user.deleted?"],
])("%s is refused with the nearest kind", (text, message) => {
  expect(() => parseEventTypes(text)).toThrow(message);
});

test("a text that resembles no kind is rejected with all kinds", () => {
  expect(() => parseEventTypes("x")).toThrow(
    /The types are connection\.created, .*user\.updated\.$/,
  );
});
