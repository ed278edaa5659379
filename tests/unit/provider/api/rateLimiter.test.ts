import { describe, expect, test } from "@jest/globals";
import type { HttpResponse } from "../../../../provider/api/http";
import { NoResponse } from "../../../../provider/api/networkError";
import type { Outcome } from "../../../../provider/api/outcome";
import { RateLimiter } from "../../../../provider/api/rateLimiter";
import { simulation } from "../../../support/clock/simulation";

const start = Date.parse("2026-11-20T12:00:00Z");
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Requests whose answers the test gives, in the order and at the times that it likes. */
function desk(limits: { maxConcurrency?: number; requestsPerSecond?: number } = {}) {
  const clock = simulation();
  const limiter = new RateLimiter({ maxConcurrency: 8, ...limits }, clock);
  const departed: string[] = [];
  const departures: number[] = [];
  const answers = new Map<string, (outcome: Outcome | Error) => void>();
  const ends = new Map<string, Promise<unknown>>();
  return {
    clock,
    limiter,
    /** In order of departure. */
    departed,
    /** Milliseconds from the start. */
    departures,
    ends,
    ask(name: string, again = false) {
      const send = () =>
        new Promise<Outcome>((resolve, reject) => {
          departed.push(name);
          departures.push(clock.now() - start);
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
    async fail(name: string, error: Error) {
      answers.get(name)?.(error);
      await turn();
    },
  };
}

const budget = (remaining: number | string, resetAfter = 1) => ({
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(start / 1000 + resetAfter),
});

/** A desk with requests a, b, c and so on. */
async function asked(count: number, limits = {}) {
  const one = desk(limits);
  for (let n = 0; n < count; n++) one.ask(String.fromCharCode(97 + n));
  await turn();
  return one;
}

describe("requests go", () => {
  test("one ahead of all, as long as nothing is known of the budget", async () => {
    const { departed, answer } = await asked(5);
    expect(departed).toEqual(["a"]);
    await answer("a", budget(100));
    expect(departed.join("")).toBe("abcde");
  });

  test("all that may be on their way, where the service tells of no budget", async () => {
    const { departed, answer } = await asked(9, { maxConcurrency: 3 });
    await answer("a");
    expect(departed.join("")).toBe("abcd");
    await answer("c");
    expect(departed.join("")).toBe("abcde");
  });

  test("as many as are left, those on their way included", async () => {
    const { departed, answer } = await asked(9);
    await answer("a", budget(3));
    expect(departed.join("")).toBe("abcd");
    await answer("b", budget(2));
    expect(departed.join("")).toBe("abcd");
    await answer("c", budget(1));
    expect(departed.join("")).toBe("abcd");
  });

  test("in their order, those that were refused first", async () => {
    const { departed, answer, ask } = await asked(4, { maxConcurrency: 1 });
    ask("refused", true);
    for (const name of ["a", "refused", "b", "c"]) await answer(name);
    expect(departed).toEqual(["a", "refused", "b", "c", "d"]);
  });

  test("on where one got no answer, and that is told to who asked", async () => {
    const { departed, answer, fail, ends } = await asked(4, { maxConcurrency: 1 });
    await fail("a", new NoResponse("ECONNRESET"));
    await expect(ends.get("a")).resolves.toEqual(new NoResponse("ECONNRESET"));
    await fail("b", new TypeError("no function"));
    await expect(ends.get("b")).rejects.toThrow("no function");
    await answer("c");
    expect(departed.join("")).toBe("abcd");
  });

  test.each(["", "many", "NaN"])("on where what is left is told as '%s'", async (remaining) => {
    const { departed, answer } = await asked(4);
    await answer("a", budget(remaining));
    expect(departed.join("")).toBe("abcd");
  });
});

describe("an answer that was overtaken", () => {
  test("cannot raise what is left", async () => {
    const { departed, answer } = await asked(9);
    await answer("a", budget(3));
    // The service saw b, then c, then d; the answers come the other way round.
    await answer("d", budget(1, 0.1));
    await answer("c", budget(2, 0.1));
    await answer("b", budget(3, 0.1));
    expect(departed.join("")).toBe("abcde");
  });

  test("cannot raise it either where a later request was served before", async () => {
    const { departed, answer } = await asked(9);
    await answer("a", budget(2));
    // The service saw c, then b: one is left.
    await answer("b", budget(1));
    await answer("c", budget(2));
    expect(departed.join("")).toBe("abcd");
  });

  test("says nothing of the budget after a pause", async () => {
    const { clock, departed, answer } = await asked(9, { maxConcurrency: 3 });
    await answer("a", budget(50));
    await answer("c", budget(0, 2));
    await clock.run(clock.sleep(3000));
    // Two are on their way still, and one more goes ahead when they have ended.
    expect(departed.join("")).toBe("abcd");
    await answer("b", budget(40, 2));
    await answer("d", budget(39, 2));
    expect(departed.join("")).toBe("abcde");
    await answer("e", budget(5, 9));
    expect(departed.join("")).toBe("abcdefgh");
  });
});

describe("a pause", () => {
  test.each<[string, number, HttpResponse["headers"], number]>([
    ["a refusal, as long as it says", 429, { "retry-after": "7" }, 7000],
    ["a refusal, until the reset", 429, budget(0, 4), 4000],
    ["a refusal that says nothing", 429, {}, 500],
    ["a refusal that tells of a budget", 429, budget(9, 4), 4000],
    ["a budget that is spent", 200, budget(0, 4), 4000],
    ["a budget below nothing", 200, budget(-3, 4), 4000],
    ["a spent budget with a past reset", 200, budget(0, -100), 500],
    ["a spent budget with an absurd reset", 200, budget(0, 1e9), 500],
    [
      "a spent budget with seconds to go",
      200,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "4" },
      4000,
    ],
    [
      "a spent budget with a reset in milliseconds",
      200,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(start + 4000) },
      4000,
    ],
  ])("after %s, stops everybody, and one goes ahead then", async (_what, status, headers, ms) => {
    const { clock, departed, departures, answer } = await asked(5);
    await answer("a", headers, status);
    expect(departed).toEqual(["a"]);
    await clock.run(clock.sleep(ms - 1));
    expect(departed).toEqual(["a"]);
    await clock.run(clock.sleep(1));
    expect(departed).toEqual(["a", "b"]);
    expect(departures[1]).toBe(ms);
    await answer("b", budget(100, 100));
    expect(departed.join("")).toBe("abcde");
  });

  test.each<[string, HttpResponse["headers"]]>([
    ["without a header", {}],
    ["with a past reset", budget(0, -100)],
  ])("%s is longer with every refusal in a row", async (_what, headers) => {
    const { clock, departures, answer } = await asked(9);
    for (const name of [..."abcdefg"]) {
      await answer(name, headers, 429);
      await clock.run(clock.sleep(8000));
    }
    const pauses = departures.slice(1).map((at, n) => at - 8000 * n);
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("is short again after a request that was granted", async () => {
    const { clock, departures, answer } = await asked(9);
    for (const [name, status] of [
      ["a", 429],
      ["b", 429],
      ["c", 200],
      ["d", 429],
    ] as const) {
      await answer(name, {}, status);
      await clock.run(clock.sleep(1000));
    }
    expect(departures.slice(0, 4)).toEqual([0, 500, 2000, 2000]);
  });

  test("ends with the last refusal's, where several come", async () => {
    const { clock, departed, departures, answer } = await asked(6, { maxConcurrency: 3 });
    await answer("a");
    await answer("b", { "retry-after": "2" }, 429);
    await answer("c", { "retry-after": "5" }, 429);
    await answer("d", { "retry-after": "1" }, 429);
    await clock.run(clock.sleep(6000));
    expect(departed.join("")).toBe("abcde");
    expect(departures.at(-1)).toBe(5000);
  });
});

describe("auth0:requestsPerSecond", () => {
  test.each([0.5, 2, 10])("of %d spaces the starts", async (requestsPerSecond) => {
    const { clock, limiter } = desk({ requestsPerSecond });
    const starts: number[] = [];
    const send = async () => {
      starts.push(clock.now() - start);
      return { status: 200, headers: {}, body: {} };
    };
    await clock.run(Promise.all(Array.from({ length: 5 }, () => limiter.run(send, false))));
    expect(starts).toEqual([0, 1, 2, 3, 4].map((n) => (n * 1000) / requestsPerSecond));
  });

  test("does not shorten a pause", async () => {
    const { clock, departures, answer } = await asked(3, { requestsPerSecond: 10 });
    await answer("a", { "retry-after": "3" }, 429);
    await clock.run(clock.sleep(4000));
    expect(departures).toEqual([0, 3000]);
  });
});

describe("the reason to wait is", () => {
  test("what is on its way", async () => {
    const { limiter } = await asked(3);
    expect(limiter.reason()).toBe("its turn: 1 requests are on their way");
  });

  test("the tenant's limit", async () => {
    const { limiter, answer } = await asked(3);
    await answer("a", {}, 429);
    expect(limiter.reason()).toBe("its turn: the tenant's rate limit is used up");
  });

  test("the user's own limit", async () => {
    const { limiter } = await asked(3, { requestsPerSecond: 0.5 });
    expect(limiter.reason()).toBe("its turn: auth0:requestsPerSecond is 0.5");
  });
});

test("a host that never answers is asked side by side after the first request", async () => {
  const { ask, fail, departed } = desk();
  for (const name of ["a", "b", "c", "d"]) ask(name);
  await turn();
  expect(departed).toEqual(["a"]);
  await fail("a", new NoResponse("ECONNRESET"));
  expect(departed).toEqual(["a", "b"]);
  await fail("b", new NoResponse("none within 60 s", "lost", undefined, true));
  expect(departed).toEqual(["a", "b", "c", "d"]);
});
