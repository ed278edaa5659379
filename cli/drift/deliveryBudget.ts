import { unlessAborted } from "../shared/stop";

/** Streams that are disabled in such numbers have one cause, which the first of them show. */
const defaultPages = 100;

/**
 * Enough for 60 pages and the burst of a tenant with 2 requests a second, and short for a step of a
 * pipeline.
 */
const defaultMs = 30_000;

/** Limits what counting failed deliveries may cost one check, for all stacks and streams together. */
export class DeliveryBudget {
  private pagesLeft: number;
  /** How long deliveries were being counted before; pauses between stacks do not count. */
  private spentMs = 0;
  private activeRuns = 0;
  private activeSince = 0;

  constructor(private readonly limits = { pages: defaultPages, ms: defaultMs }) {
    this.pagesLeft = limits.pages;
  }

  /** To be called before each page is requested; throws when the budget is used up. */
  takePage(): void {
    if (this.leftMs() <= 0) throw this.timeUsedUp();
    if (this.pagesLeft <= 0) {
      throw new Error(`one check reads at most ${this.limits.pages} pages of deliveries`);
    }
    this.pagesLeft -= 1;
  }

  /** Runs the work; throws as soon as the time is used up. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const leftMs = this.leftMs();
    if (leftMs <= 0) throw this.timeUsedUp();

    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(this.timeUsedUp()), leftMs);
    this.startClock();
    try {
      return await unlessAborted(deadline.signal, work());
    } finally {
      clearTimeout(timer);
      this.stopClock();
    }
  }

  /** Parallel runs share the time: the clock runs while at least one of them is active. */
  private startClock(): void {
    if (this.activeRuns === 0) this.activeSince = performance.now();
    this.activeRuns += 1;
  }

  private stopClock(): void {
    this.activeRuns -= 1;
    if (this.activeRuns === 0) this.spentMs += performance.now() - this.activeSince;
  }

  private leftMs(): number {
    const currentMs = this.activeRuns > 0 ? performance.now() - this.activeSince : 0;
    return this.limits.ms - this.spentMs - currentMs;
  }

  private timeUsedUp(): Error {
    return new Error(`one check spends at most ${this.limits.ms / 1000} s on deliveries`);
  }
}
