import type { Logger } from "../shared/logger";

/** After this time a user wonders whether anything happens. */
const firstNoticeMs = 5000;
const betweenNoticesMs = 30_000;

/** One request that has no result yet. */
export interface Wait {
  /** What the request waits for at this moment. */
  reason(): string;
  /** The request waits for this while the work goes on. */
  during<T>(reason: () => string, work: () => Promise<T>): Promise<T>;
  /** The request has a result. */
  end(): void;
}

interface OpenWait {
  wait: Wait;
  /** Method and path. */
  request: string;
  since: number;
}

/** Reports to the user why nothing happens: one line for all requests, after 5 s and then every 30 s. */
export class WaitNotice {
  /** The oldest first. */
  private readonly open = new Set<OpenWait>();
  private timer: NodeJS.Timeout | undefined;
  private lastNoticeAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly domain: string,
    private readonly logger: Logger,
    // Real time, also where a test has a fake clock: the user who watches waits in real time.
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /** A request begins; its caller must call `end`. */
  begin(request: string): Wait {
    const reasons = [() => "the rate limiter"];
    const wait: Wait = {
      reason: () => reasons.at(-1)?.() ?? "",
      during: async (reason, work) => {
        reasons.push(reason);
        try {
          return await work();
        } finally {
          reasons.pop();
        }
      },
      end: () => this.close(opened),
    };
    const opened = { wait, request, since: this.now() };
    this.open.add(opened);
    // A timer must not keep the process alive.
    this.timer ??= setInterval(() => this.notify(), 1000).unref();
    return wait;
  }

  private close(ended: OpenWait): void {
    this.open.delete(ended);
    if (this.open.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private notify(): void {
    const [oldest] = this.open;
    const now = this.now();
    if (!oldest || now - oldest.since < firstNoticeMs) return;
    if (now - this.lastNoticeAt < betweenNoticesMs) return;

    this.lastNoticeAt = now;
    const seconds = Math.round((now - oldest.since) / 1000);
    this.logger.info(
      `${oldest.request} (${this.domain}): ` +
        `still waiting after ${seconds} s for ${oldest.wait.reason()}${this.others()}`,
    );
  }

  private others(): string {
    const count = this.open.size - 1;
    if (count === 0) return "";
    return ` (${count} more ${count === 1 ? "request is" : "requests are"} waiting)`;
  }
}
