import type { Limits } from "../config/settings";
import type { Clock } from "./clock";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import { isTimeout, type Outcome } from "./outcome";
import { retryDelayMs } from "./retry";

/**
 * Requests in flight after a 429 or a broken connection, unless `maxConcurrency` is set: other
 * clients use the tenant too, its responses do not name the budget, or the way to it has too few
 * connections. More would fail again and again.
 */
const maxInFlightAfterFailure = 8;
/**
 * By how much each response raises that limit: by one request for as many responses. Where 20 are
 * possible, about 100 succeed before the 21st fails. Without a limit, all that wait would start at once.
 */
const raisePerResponse = 1 / maxInFlightAfterFailure;

/** A request in flight. */
interface Started {
  /** Whether it was started alone, because the budget was unknown or 1. Its response shows the budget. */
  isProbe: boolean;
  /** The smallest budget that responses have shown since it was started. */
  lowestBudget: number;
}

/**
 * Starts the requests of one tenant in their order, as fast as its budget allows: no more in flight than
 * the last response says remain. After a 429, nothing starts until the time that the response names, or
 * for the backoff where it names none (retryDelayMs); the rejected request itself waits in Transport.send.
 */
export class RateLimiter {
  private readonly queue: ((request: Started) => void)[] = [];
  private readonly inFlight = new Set<Started>();
  private nextStartAt = 0;
  private pausedUntil = 0;
  private wakeScheduled = false;

  /** Requests that Auth0 will grant, those in flight included. If it's unknown, one request shows it. */
  private budget = 1;

  private refusalsInARow = 0;
  /** A 429 that names a longer wait than a run's: the outcome of every request until then. */
  private refusal: HttpResponse | undefined;
  private maxInFlight = Number.POSITIVE_INFINITY;

  constructor(
    private readonly limits: Pick<Limits, "maxConcurrency" | "requestsPerSecond">,
    private readonly clock: Clock,
  ) {}

  /** Sends a request in its turn. A retry goes before requests that were never sent. */
  async run(send: () => Promise<Outcome>, retry: boolean): Promise<Outcome> {
    const request = await this.turn(retry);
    try {
      if (this.clock.wall() < (this.refusal?.availableAt ?? 0)) return this.refusal as HttpResponse;
      const outcome = await send();
      this.learn(outcome, request);
      return outcome;
    } finally {
      this.inFlight.delete(request);
      this.startNext();
    }
  }

  /** What the requests in the queue wait for. */
  reason(): string {
    if (this.clock.now() < this.pausedUntil) return "the tenant's rate limit";
    const { requestsPerSecond } = this.limits;
    if (requestsPerSecond) return `the limit of ${requestsPerSecond} requests per second`;
    const { size } = this.inFlight;
    return `${size} ${size === 1 ? "request" : "requests"} in progress`;
  }

  lastWasRefused(): boolean {
    return this.refusalsInARow > 0;
  }

  private turn(retry: boolean): Promise<Started> {
    return new Promise((start) => {
      if (retry) this.queue.unshift(start);
      else this.queue.push(start);
      this.startNext();
    });
  }

  private startNext(): void {
    const { requestsPerSecond, maxConcurrency } = this.limits;
    while (this.queue.length > 0) {
      const now = this.clock.now();
      const opensAt = Math.max(this.pausedUntil, this.nextStartAt);
      if (now < opensAt) {
        this.wakeIn(opensAt - now);
        return;
      }
      // The end of a request in flight calls this again.
      const most = Math.min(maxConcurrency ?? Math.floor(this.maxInFlight), this.budget);
      if (this.inFlight.size >= most) return;

      if (requestsPerSecond) this.nextStartAt = now + 1000 / requestsPerSecond;
      const isProbe = this.budget === 1;
      const request = { isProbe, lowestBudget: Number.POSITIVE_INFINITY };
      this.inFlight.add(request);
      this.queue.shift()?.(request);
    }
  }

  private wakeIn(ms: number): void {
    if (this.wakeScheduled) return;
    this.wakeScheduled = true;
    void this.clock.sleep(ms).then(() => {
      this.wakeScheduled = false;
      this.startNext();
    });
  }

  private learn(outcome: Outcome, request: Started): void {
    // The timeout of a probe shows no budget, but one timeout after another would take hours.
    if (request.isProbe && isTimeout(outcome)) this.budget = Number.POSITIVE_INFINITY;
    if (!(outcome instanceof NoResponse)) this.learnFromResponse(outcome, request);
    else if (!outcome.timedOut) this.maxInFlight = maxInFlightAfterFailure;
  }

  private learnFromResponse(response: HttpResponse, request: Started): void {
    const { headers, status, availableAt } = response;
    if (status === 429) {
      this.refusalsInARow++;
      if (availableAt !== undefined) {
        // Without a pause, so that the waiting requests fail at once, too.
        this.refusal = response;
        return;
      }
      this.maxInFlight = maxInFlightAfterFailure;
      this.pauseFor(this.headerDelayMs(headers, this.refusalsInARow));
      return;
    }
    this.refusalsInARow = 0;
    const remaining = remainingOf(headers);
    if (remaining <= 0) {
      this.pauseFor(this.headerDelayMs(headers, 1));
      return;
    }
    const isOfGateway = status >= 500 && remaining === Number.POSITIVE_INFINITY;
    if (isOfGateway) return;
    this.maxInFlight += raisePerResponse;
    // Responses come in another order than Auth0 counts: one that came meanwhile may be the newest.
    this.budget = Math.min(remaining, request.lowestBudget);
    this.showBudget(remaining);
  }

  /** What a response shows holds for the requests in flight, too. */
  private showBudget(budget: number): void {
    for (const request of this.inFlight) {
      request.lowestBudget = Math.min(request.lowestBudget, budget);
    }
  }

  /** A pause that has begun gets longer, never shorter. */
  private pauseFor(ms: number): void {
    this.budget = 1;
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
    this.showBudget(1);
  }

  /** Without the random part: rejected requests add their own. */
  private headerDelayMs(headers: HttpResponse["headers"], attempt: number): number {
    return retryDelayMs(attempt, headers, { now: this.clock.now, random: () => 0 });
  }
}

/** How many requests remain, by the response's header. Without the header, there is no limit. */
export function remainingOf(headers: HttpResponse["headers"]): number {
  const remaining = Number(headers["x-ratelimit-remaining"] || Number.NaN);
  return Number.isNaN(remaining) ? Number.POSITIVE_INFINITY : remaining;
}
