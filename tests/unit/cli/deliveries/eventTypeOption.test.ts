import { expect, test } from "@jest/globals";
import { parseEventType, parseEventTypes } from "../../../../cli/deliveries/eventTypeOption";

test("kinds of events are separated by commas", () => {
  expect(parseEventTypes("user.created, user.deleted")).toEqual(["user.created", "user.deleted"]);
});

test.each([
  ["user.craeted", "There is no such kind of event; did you mean user.created?"],
  ["User_Deleted", "There is no such kind of event; did you mean user.deleted?"],
])("%s is refused with the nearest kind", (text, message) => {
  expect(() => parseEventType(text)).toThrow(message);
});

test("a text that resembles none is refused with all kinds", () => {
  expect(() => parseEventType("x")).toThrow(
    /The kinds are connection\.created, .*user\.updated\.$/,
  );
});
