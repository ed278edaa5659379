import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { listDeliveries } from "../../../../provider/functions/deliveries";
import { wholeSeconds } from "../../../../provider/functions/deliveryDates";
import { formats } from "../../../../provider/schema/formats";
import { getDeliveries } from "../../../../sdk";
import { connect } from "../../../support/tenant/connect";

const eventStreamId = "est_0123456789012345678901";
const isDateTime = formats["date-time"];
const two = (value: number) => String(value).padStart(2, "0");
const rule =
  "must be a valid RFC 3339 date-time such as 2026-01-31T00:00:00Z, or a valid Date; leap seconds are not supported";

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

  test("has a day that exists in its month", () => {
    const lengths = (year: number) => {
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    };
    for (const year of [0, 1, 4, 99, 100, 1900, 2000, 2024, 2026, 2100, 9999])
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T12:00:00Z`;
          const exists = day >= 1 && day <= (lengths(year)[month - 1] ?? 0);
          expect([text, isDateTime(text)]).toEqual([text, exists]);
        }
  });

  test.each([
    "2026-02-30T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2016-12-31T23:59:60Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+00:60",
    "2026-01-01T00:00:00+99:99",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00:00.Z",
    "+010000-01-01T00:00:00Z",
    "-000001-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z\n",
    "Invalid Date",
    "",
  ])("is not %j", (text) => {
    expect(isDateTime(text)).toBe(false);
  });
});

test("a fraction of any length is rounded", () => {
  const text = `2026-01-01T00:00:00.${"0".repeat(400)}1Z`;
  expect(wholeSeconds(text, "up")).toBe("2026-01-01T00:00:01Z");
  expect(wholeSeconds(text, "down")).toBe("2026-01-01T00:00:00Z");
});

describe("a date that cannot be sent is refused before any request", () => {
  const tooLate = "is too late: the latest is 9999-12-31T23:59:59Z";
  const tooEarly = "is too early: the earliest is 0000-01-01T00:00:00Z";

  test.each([
    [{ dateTo: "9999-12-31T23:59:59.999Z" }, `dateTo ${tooLate}`],
    [{ dateTo: "9999-12-31T23:59:59-00:01" }, `dateTo ${tooLate}`],
    [{ dateFrom: "9999-12-31T23:59:59-00:01" }, `dateFrom ${tooLate}`],
    [{ dateFrom: "0000-01-01T00:00:00+00:01" }, `dateFrom ${tooEarly}`],
    [{ dateTo: "0000-01-01T00:00:00.5+00:01" }, `dateTo ${tooEarly}`],
    [
      { take: 0, dateTo: "9999-12-31T23:59:59.1Z" },
      `take must be from 1 to 100; dateTo ${tooLate}`,
    ],
    [{ dateFrom: "2026-02-30T00:00:00Z" }, `dateFrom ${rule}`],
  ])("%j", async (dates, violation) => {
    const { server, api } = await connect();
    const first = listDeliveries(api, { eventStreamId, ...dates }).next();
    await expect(first).rejects.toThrow(new Error(`getDeliveries: ${violation}`));
    expect(server.requests).toEqual([]);
  });

  test("but not the first and the last possible second", async () => {
    const { server, api } = await connect();
    const [dateFrom, dateTo] = ["0000-01-01T00:00:00.5Z", "9999-12-31T23:59:58.5Z"];
    await listDeliveries(api, { eventStreamId, dateFrom, dateTo })
      .next()
      .catch(() => undefined);
    const sent = server.requests.find(({ kind }) => kind === "api");
    expect(sent?.query).toMatchObject({
      date_from: "0000-01-01T00:00:00Z",
      date_to: "9999-12-31T23:59:59Z",
    });
  });
});

test("an invalid Date and one after the year 9999 are refused by property", async () => {
  const { server } = await connect();
  const environment = { ...process.env };
  Object.assign(process.env, server.environment);
  try {
    const args = { eventStreamId, dateFrom: new Date(Number.NaN), dateTo: new Date(8.64e15) };
    await expect(getDeliveries(args)).rejects.toThrow(
      `getDeliveries: dateFrom ${rule}; dateTo ${rule}`,
    );
    expect(server.requests).toEqual([]);
  } finally {
    process.env = environment;
  }
});
