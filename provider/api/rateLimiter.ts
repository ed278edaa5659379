import type { Limits } from "../config/settings";
import type { Clock } from "./clock";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import type { Outcome } from "./outcome";
import { retryDelayMs } from "./retry";

/** `X-RateLimit-Reset` and `Date` are whole seconds: a pause between them is too long by up to two. */
const roundingMs = 2000;

/**
 * Lets requests of one tenant go, in their order, as fast as its budget allows: at most so many on
 * their way, and no more than the last answer says are left. At first nothing is known of the
 * budget, so one request goes ahead and brings it back; so after every pause.
 */
export class RateLimiter {
  private readonly queue: (() => void)[] = [];
  private onTheWay = 0;
  /** Requests that the service will grant, those on their way included. */
  private left = 1;
  private closedUntil = 0;
  /** Refusals in a row. */
  private refusals = 0;
  private nextStart = 0;
  private departed = 0;
  /** Those departed when the budget was learned: their answers are older, and can only lower it. */
  private learned = 0;
  private waking = false;
  private granted = 0;
  /** When the budget was spent for the first time, and how many requests had departed. */
  private firstSpent: { at: number; departed: number } | undefined;
  private everRefused = false;

  constructor(
    private readonly limits: Pick<Limits, "maxConcurrency" | "requestsPerSecond">,
    private readonly clock: Clock,
  ) {}

  /** Sends in its turn; a request that was refused goes before those that never were sent. */
  async run(send: () => Promise<Outcome>, again: boolean): Promise<Outcome> {
    await new Promise<void>((go) => {
      if (again) this.queue.unshift(go);
      else this.queue.push(go);
      this.next();
    });
    const order = ++this.departed;
    const departedAt = this.clock.now();
    try {
      const outcome = await send();
      if (outcome instanceof NoResponse) {
        // A host that keeps silent shows no budget, and one time limit after another would take hours.
        if (outcome.timedOut && this.learned === 0) this.left = this.limits.maxConcurrency;
      } else {
        this.learn(outcome, order, departedAt);
      }
      return outcome;
    } finally {
      this.onTheWay--;
      this.next();
    }
  }

  /** What those in the queue wait for. */
  reason(): string {
    if (this.clock.now() < this.closedUntil) return "its turn: the tenant's rate limit is used up";
    return this.limits.requestsPerSecond
      ? `its turn: auth0:requestsPerSecond is ${this.limits.requestsPerSecond}`
      : `its turn: ${this.onTheWay} requests are on their way`;
  }

  private next(): void {
    const { maxConcurrency, requestsPerSecond } = this.limits;
    while (this.queue.length > 0) {
      const now = this.clock.now();
      const opens = Math.max(this.closedUntil, this.nextStart);
      if (now < opens) this.wakeIn(opens - now);
      // Else some answer that is on its way will tell more.
      if (now < opens || this.onTheWay >= Math.min(maxConcurrency, this.left)) return;
      if (requestsPerSecond) this.nextStart = now + 1000 / requestsPerSecond;
      this.onTheWay++;
      this.queue.shift()?.();
    }
  }

  private wakeIn(ms: number): void {
    if (this.waking) return;
    this.waking = true;
    this.clock.sleep(ms).then(() => {
      this.waking = false;
      this.next();
    });
  }

  private learn({ status, headers }: HttpResponse, order: number, departedAt: number): void {
    const told = headers["x-ratelimit-remaining"];
    const remaining = told ? Number(told) : Number.NaN;
    this.refusals = status === 429 ? this.refusals + 1 : 0;
    this.everRefused ||= status === 429;
    if (status !== 429) this.granted++;
    if (status === 429 || remaining <= 0) {
      // No jitter here: refused requests add their own.
      const pause = retryDelayMs(Math.max(this.refusals, 1), headers, {
        now: this.clock.now,
        random: () => 0,
      });
      const sooner = Math.max(this.refillMs(departedAt), pause - roundingMs);
      this.closedUntil = Math.max(this.closedUntil, this.clock.now() + Math.min(pause, sooner));
      this.left = 1;
      this.learned = this.departed;
    } else {
      const left = Number.isNaN(remaining) ? Number.POSITIVE_INFINITY : remaining;
      const later = order > this.learned;
      this.left = later ? left : Math.min(this.left, left);
      if (later) this.learned = this.departed;
    }
  }

  /**
   * How long a bucket takes at most for one more request: by what it has granted since it was first
   * empty. Both times count as further apart than they are, and requests then on their way as granted
   * before, so that an error makes it longer. Infinite after any 429: then it is not such a bucket, or
   * others use it, too.
   */
  private refillMs(departedAt: number): number {
    this.firstSpent ??= { at: departedAt, departed: this.departed };
    const refilled = this.granted - this.firstSpent.departed - 1;
    return this.everRefused || refilled <= 0
      ? Number.POSITIVE_INFINITY
      : (this.clock.now() - this.firstSpent.at) / refilled;
  }
}
