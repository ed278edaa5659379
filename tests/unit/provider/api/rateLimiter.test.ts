import { describe, expect, test } from "@jest/globals";
import type { HttpResponse } from "../../../../provider/api/http";
import { NoResponse } from "../../../../provider/api/networkError";
import type { Outcome } from "../../../../provider/api/outcome";
import { RateLimiter } from "../../../../provider/api/rateLimiter";
import { simulation } from "../../../support/clock/simulation";

const begin = Date.parse("2026-11-20T12:00:00Z");
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A rate limiter with requests that the test ends. */
function start(limits: { maxConcurrency?: number; requestsPerSecond?: number } = {}) {
  const clock = simulation();
  const limiter = new RateLimiter(limits, clock);
  const started: string[] = [];
  const startTimes: number[] = [];
  const answers = new Map<string, (outcome: Outcome | Error) => void>();
  const ends = new Map<string, Promise<unknown>>();
  return {
    clock,
    limiter,
    /** Requests in the order of their starts. */
    started,
    /** The time in milliseconds from the start. */
    startTimes,
    ends,
    request(name: string, again = false) {
      const send = () =>
        new Promise<Outcome>((resolve, reject) => {
          started.push(name);
          startTimes.push(clock.now() - begin);
          answers.set(name, (outcome) =>
            outcome instanceof NoResponse || !(outcome instanceof Error)
              ? resolve(outcome)
              : reject(outcome),
          );
        });
      const end = limiter.run(send, again);
      end.catch(() => undefined);
      ends.set(name, end);
    },
    async answer(name: string, headers: HttpResponse["headers"] = {}, status = 200) {
      answers.get(name)?.({ status, headers, body: {} });
      await turn();
    },
    async fail(name: string, outcome: Outcome | Error) {
      answers.get(name)?.(outcome);
      await turn();
    },
  };
}

const budget = (remaining: number | string, resetAfter = 1) => ({
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(begin / 1000 + resetAfter),
});

/** A rate limiter with requests a, b, c and so on. */
async function startMany(count: number, limits = {}) {
  const all = start(limits);
  for (let n = 0; n < count; n++) all.request(String.fromCharCode(97 + n));
  await turn();
  return all;
}

describe("requests", () => {
  test.each<[string, Outcome]>([
    ["refusals", { status: 429, headers: {}, body: {} }],
    ["broken connections", new NoResponse("ECONNRESET")],
  ])("all start after %s 8, and one more after 8 responses", async (_what, outcome) => {
    const { clock, started, answer, fail, request: ask } = await startMany(20);
    await answer("a");
    expect(started).toHaveLength(20);
    for (const name of started.slice(1)) await fail(name, outcome);
    for (let n = 0; n < 40; n++) ask(`${n}`);
    await clock.run(clock.sleep(8000));
    await answer("0");
    expect(started).toHaveLength(20 + 1 + 8);
    for (let n = 1; n < 8; n++) await answer(`${n}`);
    expect(started).toHaveLength(20 + 8 + 9);
  });

  test("start up to maxConcurrency if Auth0 shows no budget", async () => {
    const { started, answer } = await startMany(9, { maxConcurrency: 3 });
    await answer("a");
    expect(started.join("")).toBe("abcd");
    await answer("c");
    expect(started.join("")).toBe("abcde");
  });

  test("stop after a gateway's error, which has no budget", async () => {
    const { started, answer } = await startMany(9);
    await answer("a", budget(3));
    await answer("b", {}, 502);
    expect(started.join("")).toBe("abcde");
  });

  test("start in order, and retries start first", async () => {
    const { started, answer, request: ask } = await startMany(4, { maxConcurrency: 1 });
    ask("refused", true);
    for (const name of ["a", "refused", "b", "c"]) await answer(name);
    expect(started).toEqual(["a", "refused", "b", "c", "d"]);
  });

  test("start after one without a response", async () => {
    const { started, answer, fail, ends } = await startMany(4, { maxConcurrency: 1 });
    await fail("a", new NoResponse("ECONNRESET"));
    await expect(ends.get("a")).resolves.toEqual(new NoResponse("ECONNRESET"));
    await fail("b", new TypeError("no function"));
    await expect(ends.get("b")).rejects.toThrow("no function");
    await answer("c");
    expect(started.join("")).toBe("abcd");
  });
});

test("an outdated response does not raise the budget after a pause", async () => {
  const { clock, started, answer } = await startMany(9, { maxConcurrency: 3 });
  await answer("a", budget(50));
  await answer("c", budget(0, 2));
  await clock.run(clock.sleep(3000));
  // Two requests are still in flight. When they have ended, a single one starts.
  expect(started.join("")).toBe("abcd");
  await answer("b", budget(40, 2));
  await answer("d", budget(39, 2));
  expect(started.join("")).toBe("abcde");
  await answer("e", budget(5, 9));
  expect(started.join("")).toBe("abcdefgh");
});

describe("a pause", () => {
  test.each<[string, number, HttpResponse["headers"], number]>([
    ["a refusal with Retry-After", 429, { "retry-after": "7" }, 7000],
    ["a refusal without a header", 429, {}, 500],
    ["a refusal with a budget", 429, budget(9, 4), 4000],
    ["a used-up budget", 200, budget(0, 4), 4000],
    ["a negative budget", 200, budget(-3, 4), 4000],
    ["a used-up budget with a past reset", 200, budget(0, -100), 500],
  ])(
    "after %s stops all requests, and then a single one starts",
    async (_what, status, headers, ms) => {
      const { clock, started, startTimes, answer } = await startMany(5);
      await answer("a", headers, status);
      expect(started).toEqual(["a"]);
      await clock.run(clock.sleep(ms - 1));
      expect(started).toEqual(["a"]);
      await clock.run(clock.sleep(1));
      expect(started).toEqual(["a", "b"]);
      expect(startTimes[1]).toBe(ms);
      await answer("b", budget(100, 100));
      expect(started.join("")).toBe("abcde");
    },
  );

  test("without a header is longer with every further rejection", async () => {
    const { clock, startTimes, answer } = await startMany(9);
    for (const name of [..."abcdefg"]) {
      await answer(name, {}, 429);
      await clock.run(clock.sleep(8000));
    }
    const pauses = startTimes.slice(1).map((at, n) => at - 8000 * n);
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("is short again after a successful request", async () => {
    const { clock, startTimes, answer } = await startMany(9, { maxConcurrency: 1 });
    for (const [name, status] of [
      ["a", 429],
      ["b", 429],
      ["c", 200],
      ["d", 429],
    ] as const) {
      await answer(name, {}, status);
      await clock.run(clock.sleep(1000));
    }
    expect(startTimes.slice(0, 5)).toEqual([0, 500, 2000, 2000, 3500]);
  });

  test("lasts for the longest time of several rejections", async () => {
    const { clock, started, startTimes, answer } = await startMany(6, { maxConcurrency: 3 });
    await answer("a");
    await answer("b", { "retry-after": "2" }, 429);
    await answer("c", { "retry-after": "5" }, 429);
    await answer("d", { "retry-after": "1" }, 429);
    await clock.run(clock.sleep(6000));
    expect(started.join("")).toBe("abcde");
    expect(startTimes.at(-1)).toBe(5000);
  });
});

test.each([0.5, 2, 10])(
  "requestsPerSecond of %d spaces the starts of requests",
  async (requestsPerSecond) => {
    const { clock, limiter } = start({ requestsPerSecond });
    const starts: number[] = [];
    const send = async () => {
      starts.push(clock.now() - begin);
      return { status: 200, headers: {}, body: {} };
    };
    await clock.run(Promise.all(Array.from({ length: 5 }, () => limiter.run(send, false))));
    expect(starts).toEqual([0, 1, 2, 3, 4].map((n) => (n * 1000) / requestsPerSecond));
  },
);

test("the reason of a wait is requests in flight, the rate limit, or requestsPerSecond", async () => {
  const { limiter, answer } = await startMany(3);
  expect(limiter.reason()).toBe("1 request in progress");
  await answer("a", {}, 429);
  expect(limiter.reason()).toBe("the tenant's rate limit");

  const paced = await startMany(3, { requestsPerSecond: 0.5 });
  expect(paced.limiter.reason()).toBe("the limit of 0.5 requests per second");
});

test("a host that never responds gets concurrent requests after the first timeout", async () => {
  const { request: ask, fail, started } = start();
  for (const name of ["a", "b", "c", "d"]) ask(name);
  await turn();
  expect(started).toEqual(["a"]);
  await fail("a", new NoResponse("ECONNRESET"));
  expect(started).toEqual(["a", "b"]);
  await fail("b", new NoResponse("timed out after 60 s", "lost", undefined, true));
  expect(started).toEqual(["a", "b", "c", "d"]);
});

test("a host that is silent after a pause gets concurrent requests after the first timeout", async () => {
  const timeout = new NoResponse("timed out after 60 s", "lost", undefined, true);
  const { clock, started, answer, fail } = await startMany(9);
  await answer("a", budget(3));
  await answer("b", budget(0));
  await clock.run(clock.sleep(1000));
  // This request started before the pause.
  for (const name of ["c", "d"]) await fail(name, timeout);
  expect(started.join("")).toBe("abcde");
  await fail("e", timeout);
  expect(started.join("")).toBe("abcdefghi");
});

test("a gateway that times out gets concurrent requests after its first 504", async () => {
  const { started, answer } = await startMany(5);
  await answer("a", {}, 502);
  expect(started.join("")).toBe("ab");
  await answer("b", {}, 504);
  expect(started.join("")).toBe("abcde");
});
