import { describe, expect, test } from "@jest/globals";
import { ApiError } from "../../provider/errors";
import { type HttpAnswer, NoAnswer } from "../../provider/http";
import {
  isRetryable,
  maxAttempts,
  maxDelayMs,
  maxTotalMs,
  minDelayMs,
  persist,
  retryDelayMs,
} from "../../provider/retry";
import { fakeClock } from "../support/fakeClock";

const noon = "2026-11-20T12:00:00Z";
const epoch = Date.parse(noon) / 1000;
/** The service's clock, an hour behind ours. */
const date = "Fri, 20 Nov 2026 11:00:00 GMT";

describe("the wait", () => {
  test.each<[string, Record<string, string>, number]>([
    ["Retry-After in seconds", { "retry-after": "7" }, 7000],
    ["Retry-After with a fraction", { "retry-after": "1.5" }, 1500],
    ["Retry-After 0", { "retry-after": "0" }, minDelayMs],
    ["a negative Retry-After", { "retry-after": "-5" }, minDelayMs],
    ["Retry-After as a date", { "retry-after": "Fri, 20 Nov 2026 12:00:09 GMT" }, 9000],
    ["a past Retry-After", { "retry-after": "Fri, 20 Nov 2026 11:59:00 GMT" }, minDelayMs],
    [
      "Retry-After as a date, by the service's clock",
      { "retry-after": "Fri, 20 Nov 2026 11:00:04 GMT", date },
      4000,
    ],
    ["an absurd Retry-After", { "retry-after": "86400" }, maxDelayMs],
    ["a reset", { "x-ratelimit-reset": `${epoch + 3}` }, 3000],
    ["a reset, by the service's clock", { "x-ratelimit-reset": `${epoch - 3600 + 5}`, date }, 5000],
    ["a past reset", { "x-ratelimit-reset": `${epoch - 100}` }, minDelayMs],
    [
      "a reset by another clock than the service's",
      { "x-ratelimit-reset": `${epoch + 2}`, date },
      maxDelayMs,
    ],
    ["an absurd reset", { "x-ratelimit-reset": "1e300" }, maxDelayMs],
    ["both", { "retry-after": "2", "x-ratelimit-reset": `${epoch + 30}` }, 2000],
    [
      "an unreadable Retry-After before a reset",
      { "retry-after": "soon", "x-ratelimit-reset": `${epoch + 6}` },
      6000,
    ],
    [
      "an empty Retry-After before a reset",
      { "retry-after": "", "x-ratelimit-reset": `${epoch + 6}` },
      6000,
    ],
    ["nothing readable", { "retry-after": "soon", "x-ratelimit-reset": "later" }, 500],
    ["an unreadable date", { "retry-after": "3", date: "today" }, 3000],
    ["nothing", {}, 500],
  ])("after %s", (_case, headers, expected) => {
    expect(retryDelayMs(1, headers, fakeClock(noon))).toBe(expected);
  });

  test("without a header doubles from half a second to 8 seconds", () => {
    const delays = Array.from({ length: 8 }, (_, n) => retryDelayMs(n + 1, {}, fakeClock(noon)));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
  });

  test("is spread over one more second, and no longer than the longest", () => {
    const headers = { "retry-after": "2" };
    const delays = [0.25, 0.999].map((chance) => retryDelayMs(1, headers, fakeClock(noon, chance)));
    expect(delays).toEqual([2250, 2999]);
    const longest = retryDelayMs(1, { "retry-after": "60" }, fakeClock(noon, 0.9));
    expect(longest).toBe(maxDelayMs);
  });
});

test.each<[number | undefined, boolean, boolean]>([
  [429, false, true],
  [429, true, true],
  [408, false, false],
  [408, true, true],
  [500, false, false],
  [500, true, true],
  [503, false, false],
  [599, true, true],
  [undefined, false, false],
  [undefined, true, true],
  [200, true, false],
  [301, true, false],
  [400, true, false],
  [401, true, false],
  [404, true, false],
  [409, true, false],
])("after %s a request (repeatable: %s) may be sent again: %s", (status, repeatable, expected) => {
  expect(isRetryable(status, repeatable)).toBe(expected);
});

describe("persist", () => {
  const answer = (status: number, headers = {}): HttpAnswer => ({
    status,
    headers,
    body: undefined,
  });
  const failure = { asked: "GET /" };
  /** Answers one after another, the last one for ever. */
  function sequence(...answers: (HttpAnswer | Error)[]) {
    const asked = { count: 0 };
    const attempt = async () => {
      const next = answers[Math.min(asked.count++, answers.length - 1)];
      if (next instanceof Error) throw next;
      return next as HttpAnswer;
    };
    return { asked, attempt };
  }

  test("gives the first answer that is final", async () => {
    const clock = fakeClock(noon);
    const { asked, attempt } = sequence(answer(503), new NoAnswer("ECONNRESET"), answer(200));
    expect(await persist(attempt, true, clock, failure)).toEqual(answer(200));
    expect(asked.count).toBe(3);
    expect(clock.slept).toEqual([500, 1000]);
  });

  test("waits as long as each answer says", async () => {
    const clock = fakeClock(noon);
    const { attempt } = sequence(
      answer(429, { "retry-after": "3" }),
      answer(429, { "x-ratelimit-reset": `${epoch + 10}` }),
      answer(200),
    );
    await persist(attempt, false, clock, failure);
    expect(clock.slept).toEqual([3000, 7000]);
  });

  test.each([500, 502, 408])("asks once where a repeat could do harm, after %d", async (status) => {
    const { asked, attempt } = sequence(answer(status));
    expect((await persist(attempt, false, fakeClock(noon), failure)).status).toBe(status);
    expect(asked.count).toBe(1);
  });

  test("asks once where a repeat could do harm and no answer came", async () => {
    const { asked, attempt } = sequence(new NoAnswer("ECONNRESET"));
    const asking = persist(attempt, false, fakeClock(noon), failure);
    await expect(asking).rejects.toThrow("no answer (ECONNRESET)");
    expect(asked.count).toBe(1);
  });

  test("passes on any other error at once", async () => {
    const { asked, attempt } = sequence(new TypeError("no function"));
    await expect(persist(attempt, true, fakeClock(noon), failure)).rejects.toThrow("no function");
    expect(asked.count).toBe(1);
  });

  test("asks again after 429 even where a repeat could do harm", async () => {
    const { asked, attempt } = sequence(answer(429), answer(429), answer(201));
    expect((await persist(attempt, false, fakeClock(noon), failure)).status).toBe(201);
    expect(asked.count).toBe(3);
  });

  test.each([answer(503), answer(429, { "retry-after": "0" }), new NoAnswer("ETIMEDOUT")])(
    "gives up after so many attempts, with what came last (%#)",
    async (last) => {
      const clock = fakeClock(noon);
      const { asked, attempt } = sequence(last);
      const end = await persist(attempt, true, clock, failure).catch((error: unknown) => error);
      if (last instanceof Error) expect(end).toEqual(new ApiError("GET /: no answer (ETIMEDOUT)"));
      else expect(end).toBe(last);
      expect(asked.count).toBe(maxAttempts);
      expect(clock.slept).toHaveLength(maxAttempts - 1);
    },
  );

  test("gives up rather than wait past the longest time in all", async () => {
    const clock = fakeClock(noon);
    const { attempt } = sequence(answer(429, { "retry-after": "60" }));
    expect((await persist(attempt, true, clock, failure)).status).toBe(429);
    const total = clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBe(maxTotalMs);
    expect(clock.slept.length).toBeLessThan(maxAttempts - 1);
  });
});
