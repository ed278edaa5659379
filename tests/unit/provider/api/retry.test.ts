import { describe, expect, test } from "@jest/globals";
import {
  maxDelayMs,
  minDelayMs,
  retryDelayMs,
  tooLongDelayMs,
} from "../../../../provider/api/retry";
import { fakeClock } from "../../../support/clock/fakeClock";

const noon = "2026-11-20T12:00:00Z";
const epoch = Date.parse(noon) / 1000;
/** Auth0's clock, an hour behind ours. */
const date = "Fri, 20 Nov 2026 11:00:00 GMT";

describe("the delay", () => {
  test.each<[string, Record<string, string>, number]>([
    ["Retry-After in seconds", { "retry-after": "7" }, 7000],
    ["Retry-After of a moment", { "retry-after": "0.01" }, minDelayMs],
    ["Retry-After 0", { "retry-after": "0" }, 500],
    ["Retry-After as a date", { "retry-after": "Fri, 20 Nov 2026 12:00:09 GMT" }, 9000],
    [
      "Retry-After as a date, by the service's clock",
      { "retry-after": "Fri, 20 Nov 2026 11:00:04 GMT", date },
      4000,
    ],
    ["an absurd Retry-After", { "retry-after": "1e12" }, maxDelayMs],
    ["a reset", { "x-ratelimit-reset": `${epoch + 3}` }, 3000],
    ["a reset, by the service's clock", { "x-ratelimit-reset": `${epoch - 3600 + 5}`, date }, 5000],
    ["a reset in another unit", { "x-ratelimit-reset": `${(epoch + 3) * 1000}` }, 500],
    ["a past reset", { "x-ratelimit-reset": `${epoch - 100}` }, 500],
    [
      "a reset by another clock than the service's",
      { "x-ratelimit-reset": `${epoch + 2}`, date },
      500,
    ],
    [
      "Retry-After 0 before a reset",
      { "retry-after": "0", "x-ratelimit-reset": `${epoch + 4}` },
      4000,
    ],
    ["both", { "retry-after": "2", "x-ratelimit-reset": `${epoch + 30}` }, 2000],
    ["an unreadable date", { "retry-after": "3", date: "today" }, 3000],
    ["nothing", {}, 500],
  ])("after %s comes from the headers, or is half a second", (_case, headers, expected) => {
    expect(retryDelayMs(1, headers, fakeClock(noon))).toBe(expected);
  });

  test("is too long if Retry-After is more than a minute", () => {
    const delayOf = (text: string) => tooLongDelayMs({ "retry-after": text }, fakeClock(noon));
    expect(["60", "61", "2678401"].map(delayOf)).toEqual([undefined, 61_000, undefined]);
  });

  test("without a header doubles from half a second to 8 seconds", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((n) => retryDelayMs(n, {}, fakeClock(noon)));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("has up to one random second, and a maximum", () => {
    const headers = { "retry-after": "2" };
    const delays = [0.25, 0.999].map((chance) => retryDelayMs(1, headers, fakeClock(noon, chance)));
    expect(delays).toEqual([2250, 2999]);
    const longest = retryDelayMs(1, { "retry-after": "60" }, fakeClock(noon, 0.9));
    expect(longest).toBe(maxDelayMs);
  });
});
