import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { rateLimit } from "../../../../emulator/src/http/rateLimit";
import type { HttpResponse } from "../../../../provider/api/http";
import { RateLimiter } from "../../../../provider/api/rateLimiter";
import { Transport } from "../../../../provider/api/transport";
import { consoleLogger } from "../../../../provider/shared/logger";
import { type Simulation, simulation } from "../../../support/clock/simulation";
import { randomRuns } from "../../../support/sample";

interface Service {
  perSecond: number;
  burst: number;
  /** The round trip in milliseconds. */
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

/** Returns evenly distributed numbers, the same for the same seed (Park and Miller). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const policy = { domain: "a.auth0.com", limits: { maxRetries: 10, timeoutMs: 60_000 } };

interface Load {
  /** The number of requests per process. */
  count: number;
  processes?: number;
  maxConcurrency?: number | undefined;
  begin?: string;
  seed?: number;
}

/** Sends all requests at once until Auth0 has granted them, and says what that took. */
async function grantAll(service: Service, load: Load) {
  const { count, processes = 1, maxConcurrency, seed = 7919 } = load;
  const clock = simulation(load.begin ?? "2026-11-20T12:00:00.300Z", dice(seed));
  const begun = clock.now();
  const { seen, send } = serve(clock, service);
  const sent = Array.from({ length: processes }, () => {
    const limiter = new RateLimiter({ ...(maxConcurrency && { maxConcurrency }) }, clock);
    const transport = new Transport(policy, clock, consoleLogger);
    return Array.from({ length: count }, () =>
      transport.send({ method: "POST", path: "/" }, (_, attempt) => limiter.run(send, attempt > 1)),
    );
  });
  const outcomes = await clock.run(Promise.all(sent.flat()));
  const statuses = outcomes.map((outcome) => "status" in outcome && outcome.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  return { ...seen, took: clock.now() - begun };
}

/** The minimum time of any client, from the bucket's rate and the requests in flight. */
const floorMs = (
  { perSecond, burst, latency }: Service,
  count: number,
  maxConcurrency = Number.POSITIVE_INFINITY,
) =>
  Math.max(
    ((count - burst) / perSecond) * 1000,
    (count * (latency.min + latency.max)) / 2 / maxConcurrency,
  );

const services = fc
  .record({
    perSecond: fc.integer({ min: 1, max: 20 }),
    // Resets are whole seconds, so a bucket that is full sooner cannot be used up.
    room: fc.integer({ min: 0, max: 50 }),
    fastest: fc.integer({ min: 10, max: 300 }),
    spread: fc.integer({ min: 0, max: 700 }),
  })
  .map(({ perSecond, room, fastest, spread }) => ({
    perSecond,
    burst: Math.max(5, 2 * perSecond) + room,
    latency: { min: fastest, max: fastest + spread },
  }));

describe("a token bucket", () => {
  test("is used up and never exceeded, with any size and latency", async () => {
    const counts = fc.integer({ min: 30, max: 200 });
    const places = fc.option(fc.integer({ min: 1, max: 64 }), { nil: undefined });
    const seeds = fc.integer({ min: 1, max: 2_147_483_646 });
    await fc.assert(
      fc.asyncProperty(services, counts, places, seeds, async (service, count, places, seed) => {
        const load = { count, maxConcurrency: places, seed };
        const { refusals, mostOpen, took } = await grantAll(service, load);
        expect(mostOpen).toBeLessThanOrEqual(places ?? count);
        expect(refusals).toBe(0);
        // One request starts first, one ends last, and pauses end with a whole second.
        const edges = 2000 + 2 * service.latency.max;
        expect(took).toBeLessThanOrEqual(1.15 * floorMs(service, count, places) + edges);
      }),
      { numRuns: randomRuns(500) },
    );
  });

  const slow = { perSecond: 2, burst: 10, latency: { min: 50, max: 250 } };

  test("that processes share serves all their requests in time", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { took } = await grantAll(slow, { count: 60, processes: 3, seed });
      expect(took).toBeLessThanOrEqual(1.25 * floorMs(slow, 180));
    }
  });

  test("without any header serves all requests, although some are rejected first", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { took, refusals } = await grantAll({ ...slow, silent: true }, { count: 100, seed });
      expect(refusals).toBeGreaterThan(0);
      expect(took).toBeLessThanOrEqual(5 * floorMs(slow, 100));
    }
  });
});
