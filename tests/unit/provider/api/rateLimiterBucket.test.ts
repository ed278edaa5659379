import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { rateLimit } from "../../../../emulator/src/http/rateLimit";
import type { HttpResponse } from "../../../../provider/api/http";
import { classifyOutcome, type Outcome } from "../../../../provider/api/outcome";
import { RateLimiter } from "../../../../provider/api/rateLimiter";
import { delayBeforeRetry, maxTotalMs } from "../../../../provider/api/retry";
import { type Simulation, simulation } from "../../../support/clock/simulation";

interface Service {
  perSecond: number;
  burst: number;
  /** Round trip, in milliseconds. */
  latency: { min: number; max: number };
  silent?: boolean;
}

/** A service with a token bucket, and what it counted. */
function serve(clock: Simulation, { perSecond, burst, latency, silent = false }: Service) {
  const spend = rateLimit({ perSecond, burst }, clock.now);
  const seen = { refusals: 0, open: 0, mostOpen: 0 };
  const halfWay = () =>
    clock.sleep((latency.min + clock.random() * (latency.max - latency.min)) / 2);
  const send = async (): Promise<HttpResponse> => {
    seen.mostOpen = Math.max(seen.mostOpen, ++seen.open);
    await halfWay();
    const { allowed, headers } = spend();
    const date = new Date(clock.now()).toUTCString();
    if (!allowed) seen.refusals++;
    await halfWay();
    seen.open--;
    return { status: allowed ? 200 : 429, headers: { date, ...(!silent && headers) }, body: {} };
  };
  return { seen, send };
}

/** Sends a number of requests through one rate limiter. */
const flood = (
  clock: Simulation,
  limiter: RateLimiter,
  send: () => Promise<HttpResponse>,
  count: number,
) => Array.from({ length: count }, () => sendWithRetries(clock, limiter, send));

/** Retries as the provider does. */
async function sendWithRetries(
  clock: Simulation,
  limiter: RateLimiter,
  send: () => Promise<HttpResponse>,
): Promise<Outcome> {
  const deadline = clock.now() + maxTotalMs;
  const policy = { clock, maxRetries: 10, deadline, hostHasResponded: true };
  for (let attempt = 1; ; attempt++) {
    const outcome = await limiter.run(send, attempt > 1);
    if (!classifyOutcome(outcome, { method: "POST" }).retry) return outcome;
    const delayMs = delayBeforeRetry(attempt, outcome, policy);
    if (delayMs === undefined) return outcome;
    await clock.sleep(delayMs);
  }
}

const granted = (outcomes: Outcome[]) =>
  outcomes.every((outcome) => "status" in outcome && outcome.status === 200);

/** No client is faster: by the rate of the bucket, and by the requests in flight. */
const floorMs = ({ perSecond, burst, latency }: Service, count: number, maxConcurrency: number) =>
  Math.max(
    ((count - burst) / perSecond) * 1000,
    (count * (latency.min + latency.max)) / 2 / maxConcurrency,
  );

const services = fc
  .record({
    perSecond: fc.integer({ min: 1, max: 20 }),
    // Resets are whole seconds: a bucket that is full sooner cannot be used up.
    room: fc.integer({ min: 0, max: 50 }),
    fastest: fc.integer({ min: 10, max: 300 }),
    spread: fc.integer({ min: 0, max: 700 }),
  })
  .map(({ perSecond, room, fastest, spread }) => ({
    perSecond,
    burst: Math.max(5, 2 * perSecond) + room,
    latency: { min: fastest, max: fastest + spread },
  }));
/** Evenly spread, and the same for the same seed (Park and Miller). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
const seeds = fc.integer({ min: 1, max: 2_147_483_646 });

describe("a token bucket", () => {
  test("is used up and hardly exceeded, whatever its size and the latency", async () => {
    const counts = fc.integer({ min: 30, max: 200 });
    const places = fc.integer({ min: 1, max: 16 });
    await fc.assert(
      fc.asyncProperty(services, counts, places, seeds, async (service, count, places, seed) => {
        const clock = simulation("2026-11-20T12:00:00.300Z", dice(seed));
        const begun = clock.now();
        const { seen, send } = serve(clock, service);
        const limiter = new RateLimiter({ maxConcurrency: places }, clock);
        const outcomes = await clock.run(Promise.all(flood(clock, limiter, send, count)));
        expect(granted(outcomes)).toBe(true);
        expect(seen.mostOpen).toBeLessThanOrEqual(places);
        expect(seen.refusals).toBeLessThanOrEqual(5);
        // One request goes first, one comes last, and the first pause ends with a whole second.
        const edges = 2000 + 2 * service.latency.max;
        const took = clock.now() - begun;
        expect(took).toBeLessThanOrEqual(1.15 * floorMs(service, count, places) + edges);
      }),
      { numRuns: 200 },
    );
  });

  test.each([0, 250, 500, 750])(
    "of 2 requests a second is used up in spite of resets in whole seconds (%d ms)",
    async (ms) => {
      const service = { perSecond: 2, burst: 10, latency: { min: 5, max: 5 } };
      const clock = simulation(new Date(Date.UTC(2026, 10, 20) + ms).toISOString());
      const begun = clock.now();
      const { seen, send } = serve(clock, service);
      const limiter = new RateLimiter({ maxConcurrency: 8 }, clock);
      const outcomes = await clock.run(Promise.all(flood(clock, limiter, send, 60)));
      expect([granted(outcomes), seen.refusals]).toEqual([true, 0]);
      // 50 requests beyond the burst take 25 s; each pause ends at most a request's part of it late.
      expect(clock.now() - begun).toBeLessThanOrEqual(25_000 + 200);
    },
  );

  test("with a fixed window refuses at most one request", async () => {
    const clock = simulation("2026-11-20T12:00:00.300Z");
    const windowMs = 4000;
    const windows = new Map<number, number>();
    let refusals = 0;
    const send = async (): Promise<HttpResponse> => {
      await clock.sleep(20);
      const window = Math.floor(clock.now() / windowMs);
      const spent = (windows.get(window) ?? 0) + 1;
      windows.set(window, spent);
      if (spent > 10) refusals++;
      const headers = {
        date: new Date(clock.now()).toUTCString(),
        "x-ratelimit-remaining": String(Math.max(0, 10 - spent)),
        "x-ratelimit-reset": String(((window + 1) * windowMs) / 1000),
      };
      return { status: spent > 10 ? 429 : 200, headers, body: {} };
    };
    const limiter = new RateLimiter({ maxConcurrency: 8 }, clock);
    const outcomes = await clock.run(Promise.all(flood(clock, limiter, send, 60)));
    expect(granted(outcomes)).toBe(true);
    expect(refusals).toBeLessThanOrEqual(1);
  });

  const slow = { latency: { min: 50, max: 250 } };
  const runs = Array.from({ length: 20 }, (_, n) => 1 + 7919 * n);

  /** Several processes at once; how much longer than the floor the slowest run took. */
  async function slowest(service: Service, processes: number, count: number): Promise<number> {
    const ratios = [];
    for (const seed of runs) {
      const clock = simulation("2026-11-20T12:00:00.300Z", dice(seed));
      const begun = clock.now();
      const { send } = serve(clock, service);
      const limiters = Array.from(
        { length: processes },
        () => new RateLimiter({ maxConcurrency: 8 }, clock),
      );
      const all = limiters.flatMap((limiter) => flood(clock, limiter, send, count));
      expect(granted(await clock.run(Promise.all(all)))).toBe(true);
      const floor = floorMs(service, processes * count, processes * 8);
      ratios.push((clock.now() - begun) / floor);
    }
    return Math.max(...ratios);
  }

  test.each([
    [2, { ...slow, perSecond: 1, burst: 5 }],
    [2, { ...slow, perSecond: 2, burst: 10 }],
    [3, { ...slow, perSecond: 5, burst: 20 }],
    [4, { ...slow, perSecond: 16, burst: 50 }],
  ])("shared by %d processes serves all of them in time (%j)", async (processes, service) => {
    expect(await slowest(service, processes, 60)).toBeLessThanOrEqual(1.25);
  });

  test.each([
    { ...slow, perSecond: 1, burst: 5, silent: true },
    { ...slow, perSecond: 2, burst: 10, silent: true },
    { ...slow, perSecond: 10, burst: 20, silent: true },
  ])("without any header serves all requests (%j)", async (service) => {
    expect(await slowest(service, 1, 100)).toBeLessThanOrEqual(5);
  });
});

describe("a limit that lasts 12 seconds", () => {
  /** Refuses everything for 12 seconds; `headersAt` makes the headers of each refusal. */
  async function outlast(headersAt: (end: number, now: number) => HttpResponse["headers"]) {
    const clock = simulation("2026-11-20T12:00:00.300Z");
    const end = clock.now() + 12_000;
    let refusals = 0;
    const send = async (): Promise<HttpResponse> => {
      await clock.sleep(50);
      const now = clock.now();
      if (now >= end) return { status: 200, headers: {}, body: {} };
      refusals++;
      const date = new Date(now).toUTCString();
      return { status: 429, headers: { date, ...headersAt(end, now) }, body: {} };
    };
    const all = flood(clock, new RateLimiter({ maxConcurrency: 8 }, clock), send, 12);
    expect(granted(await clock.run(Promise.all(all)))).toBe(true);
    return { refusals, lateMs: clock.now() - end };
  }
  const reset = (value: number) => ({ "x-ratelimit-reset": String(value) });

  test.each<[string, (end: number, now: number) => HttpResponse["headers"]]>([
    ["in epoch seconds", (end) => reset(Math.ceil(end / 1000))],
    ["in epoch milliseconds", (end) => reset(end)],
    ["in seconds to go", (end, now) => reset(Math.ceil((end - now) / 1000))],
    ["by Retry-After", (end, now) => ({ "retry-after": `${Math.ceil((end - now) / 1000)}` })],
  ])("announced %s costs one request", async (_unit, headersAt) => {
    const { refusals, lateMs } = await outlast(headersAt);
    expect(refusals).toBe(1);
    expect(lateMs).toBeLessThan(2500);
  });

  test.each<[string, (end: number, now: number) => HttpResponse["headers"]]>([
    ["without a header", () => ({})],
    ["with a past reset", (_end, now) => reset(Math.floor(now / 1000) - 100)],
    ["with a reset in microseconds", (end) => reset(end * 1000)],
    ["with Retry-After 0", () => ({ "retry-after": "0" })],
    ["with a past Retry-After", () => ({ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" })],
  ])("%s costs a few requests", async (_case, headersAt) => {
    const { refusals, lateMs } = await outlast(headersAt);
    expect(refusals).toBeLessThanOrEqual(6);
    expect(lateMs).toBeLessThan(8000);
  });
});
