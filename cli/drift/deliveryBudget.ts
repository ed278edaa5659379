import { unlessAborted } from "../shared/stop";

/** So many disabled streams have one cause, which the first of them show. */
const maxPages = 100;
/** On a tenant of 2 requests a second, 60 pages and a burst; a pipeline's step can spare it. */
const maxMs = 30_000;

/** What counting failed deliveries may cost a check: all its stacks and streams together. */
export class DeliveryBudget {
  private pages: number;
  /** Time in which something was counted, for stacks are checked at any time. */
  private spentMs = 0;
  private running = 0;
  private since = 0;

  constructor(private readonly limits = { pages: maxPages, ms: maxMs }) {
    this.pages = limits.pages;
  }

  /** Called before each page is read; throws where the budget is used up. */
  takePage(): void {
    if (this.leftMs() <= 0) throw this.tooLong();
    if (this.pages <= 0) {
      throw new Error(`one check reads at most ${this.limits.pages} pages of deliveries`);
    }
    this.pages -= 1;
  }

  /** What comes of the work, unless the time is used up before: then that is thrown. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const left = this.leftMs();
    if (left <= 0) throw this.tooLong();
    if (this.running++ === 0) this.since = performance.now();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(this.tooLong()), left);
    try {
      return await unlessAborted(late.signal, work());
    } finally {
      clearTimeout(timer);
      if (--this.running === 0) this.spentMs += performance.now() - this.since;
    }
  }

  private leftMs(): number {
    const now = this.running > 0 ? performance.now() - this.since : 0;
    return this.limits.ms - this.spentMs - now;
  }

  private tooLong(): Error {
    return new Error(`one check spends at most ${this.limits.ms / 1000} s on deliveries`);
  }
}
