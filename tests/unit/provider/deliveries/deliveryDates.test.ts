import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { wholeSeconds } from "../../../../provider/deliveries/deliveryPage";
import { formats } from "../../../../provider/schema/formats";

const isDateTime = formats["date-time"];
const two = (value: number) => String(value).padStart(2, "0");

describe("a date and time", () => {
  test("of any instant, zone and case is accepted and keeps its second", () => {
    const instants = fc.integer({
      min: Date.parse("0000-01-02T00:00:00Z"),
      max: Date.parse("9999-12-30T23:59:59.999Z"),
    });
    const zones = fc.integer({ min: -1439, max: 1439 });
    fc.assert(
      fc.property(instants, zones, fc.boolean(), (ms, minutes, lower) => {
        const zone = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
        const local = new Date(ms + minutes * 60_000).toISOString().replace("Z", zone);
        const text = lower ? local.toLowerCase() : local;
        expect(isDateTime(text)).toBe(true);
        expect(Date.parse(wholeSeconds(text, "down")) / 1000 - Math.floor(ms / 1000)).toBe(0);
        expect(Date.parse(wholeSeconds(text, "up")) / 1000 - Math.ceil(ms / 1000)).toBe(0);
      }),
    );
  });

  test.each([
    ["2024-02-29T00:00:00Z", true],
    ["2000-02-29T00:00:00Z", true],
    ["2026-04-31T00:00:00Z", false],
    ["2026-02-29T00:00:00Z", false],
    ["1900-02-29T00:00:00Z", false],
    ["2026-01-00T00:00:00Z", false],
    ["2026-13-01T00:00:00Z", false],
    ["2026-01-01T24:00:00Z", false],
    ["2026-01-01T00:60:00Z", false],
    ["2016-12-31T23:59:60Z", false],
    ["2026-01-01T00:00:00+24:00", false],
    ["2026-01-01T00:00:00+00:60", false],
    ["2026-01-01T00:00:00", false],
    ["2026-01-01 00:00:00Z", false],
    ["2026-01-01T00:00Z", false],
    ["2026-01-01T00:00:00.Z", false],
    ["+010000-01-01T00:00:00Z", false],
    ["2026-01-01T00:00:00Z\n", false],
    ["", false],
  ])("%j is one: %s", (text, valid) => {
    expect(isDateTime(text)).toBe(valid);
  });
});

test.each([
  ["2026-01-01T00:00:00.0000001Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"],
  ["9999-12-31T23:59:59.5Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ["9999-12-31T23:30:00-01:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ["0000-01-01T00:00:00.5+01:00", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
  ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z"],
])("%s is rounded down to %s and up to %s", (text, down, up) => {
  expect(wholeSeconds(text, "down")).toBe(down);
  expect(wholeSeconds(text, "up")).toBe(up);
});
