import { describe, expect, test } from "@jest/globals";
import {
  type Interval,
  type Moment,
  orderOf,
  ServiceClock,
  serviceTimeAt,
} from "../../../../provider/api/serviceClock";
import { fakeClock } from "../../../support/clock/fakeClock";

const minute = 60_000;
/** This process's clock and the machine's agree until the machine sleeps. */
const at = (now: number, service?: number, wall = now): Moment => ({ now, wall, service });

test.each<[string, Moment, Moment, Interval]>([
  ["known then and now", at(0, 500), at(9000, 9500), { earliest: 500, latest: 500 }],
  ["known better by now", at(0, 500), at(9000, 9800), { earliest: 500, latest: 800 }],
  ["not known then", at(0), at(9000, 9500), { earliest: 500, latest: 500 }],
  ["never known", at(0), at(9000), { earliest: Number.NaN, latest: Number.NaN }],
  [
    "known then, and the machine slept since",
    at(0, 500),
    at(9000, 9500 + minute, 9000 + minute),
    { earliest: 500, latest: 500 },
  ],
  [
    "known then, and the machine's clock was set forward since",
    at(0, 500),
    at(9000, 9500, 9000 + minute),
    { earliest: 500 - minute, latest: 500 },
  ],
  [
    "not known then, and the machine slept since",
    at(0),
    at(9000, 9500 + minute, 9000 + minute),
    { earliest: 500, latest: Number.NaN },
  ],
])("Auth0's time at a moment that is %s", (_known, moment, present, interval) => {
  expect(serviceTimeAt(moment, present)).toEqual(interval);
});

const noon = { earliest: 0, latest: 1000 };
const exact = { earliest: 0, latest: 0 };
const behind = { earliest: -5000, latest: -2000 };

test.each<[number, string, Interval, Interval]>([
  [-15_001, "before", noon, exact],
  [-15_000, "unclear", noon, exact],
  [999, "unclear", noon, exact],
  [1000, "since", noon, exact],
  [-20_001, "before", noon, behind],
  [4000, "since", noon, { earliest: 0, latest: 3000 }],
  [minute, "unclear", { earliest: 0, latest: Number.NaN }, exact],
  [-minute, "unclear", { earliest: Number.NaN, latest: Number.NaN }, exact],
])("a timestamp of %d is %s the time %j, with the lag %j", (timestamp, order, time, lag) => {
  expect(orderOf(timestamp, time, lag)).toBe(order);
});

describe("Auth0's clock", () => {
  const start = () => {
    const clock = fakeClock("2026-11-20T12:00:00Z");
    const service = new ServiceClock(clock);
    const date = "Fri, 20 Nov 2026 11:00:00 GMT";
    return { clock, service, response: { status: 200, headers: { date }, body: {} } };
  };

  test.each([
    ["an error", { status: 404 }],
    ["a web page", { body: "<html>" }],
    ["no date", { headers: {} }],
  ])("is not known from %s, which may be a gateway's", (_what, change) => {
    const { service, response } = start();
    service.learnFromResponse({ ...response, ...change });
    expect(service.moment().service).toBeUndefined();
  });

  test("comes from the latest `Date`, and its timestamps from observed writes", () => {
    const { clock, service, response } = start();
    service.learnFromResponse(response);
    const moment = service.moment();
    expect(moment.service).toBe(Date.parse("2026-11-20T11:00:00Z"));
    // Without observed timestamps, they may be a minute behind.
    expect(service.compare("2026-11-20T10:58:46Z", moment)).toBe("unclear");
    clock.advance(1000);
    service.learnFromTimestamp("2026-11-20T11:00:01Z");
    expect(service.compare("2026-11-20T10:58:46Z", moment)).toBe("before");
    expect(service.compare("2026-11-20T11:00:00Z", moment)).toBe("since");
    // Without an offset, the time depends on the time zone. The others are no RFC 3339 times.
    const others = ["2026-11-20T11:00:00", "2026-11-20", String(moment.service), "12"];
    for (const text of others) expect(service.compare(text, moment)).toBe("unclear");
  });
});
