import type { Logger } from "../shared/logger";

/** From here on a user wonders whether anything moves. */
const patienceMs = 5000;
/** Between two lines. */
const restMs = 30_000;

/** One request that has not been granted yet, and what it waits for. */
export interface Wait {
  what: string;
  reason: () => string;
  since: number;
}

/** Says on Pulumi's display why nothing moves: one line for all requests, after 5 s and then every 30 s. */
export class WaitNotice {
  private readonly waits = new Set<Wait>();
  private timer: NodeJS.Timeout | undefined;
  private lastSaid = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly domain: string,
    private readonly logger: Logger,
    // Real time, also where a test has a fake clock: the user who watches waits in real time.
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /** Waits while `work` runs; it changes the reason as it goes. */
  async during<T>(what: string, work: (wait: Wait) => Promise<T>): Promise<T> {
    const wait = { what, reason: () => "its turn", since: this.now() };
    this.waits.add(wait);
    this.timer ??= setInterval(() => this.tick(), 1000).unref();
    try {
      return await work(wait);
    } finally {
      this.waits.delete(wait);
      if (this.waits.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    }
  }

  tick(): void {
    const [first] = this.waits;
    const now = this.now();
    if (!first || now - first.since < patienceMs || now - this.lastSaid < restMs) return;
    this.lastSaid = now;
    const seconds = Math.round((now - first.since) / 1000);
    const others = this.waits.size - 1;
    const crowd = others > 0 ? ` (${others} more wait${others === 1 ? "s" : ""})` : "";
    this.logger.info(
      `${first.what} (${this.domain}): after ${seconds} s still waiting for ${first.reason()}${crowd}`,
    );
  }
}
