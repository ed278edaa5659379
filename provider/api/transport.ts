import type { Settings } from "../config/settings";
import type { Logger } from "../shared/logger";
import type { Clock } from "./clock";
import { exchange, type HttpRequest, type HttpResponse } from "./http";
import type { Outcome } from "./outcome";
import { type RetryRequest, withRetries } from "./retry";
import { ServiceClock } from "./serviceClock";
import { type Wait, WaitNotice } from "./waitNotice";

/** The way to one tenant's host: what its token endpoint and its API have in common. */
export class Transport {
  readonly serviceClock: ServiceClock;
  private readonly waiting: WaitNotice;
  private known = false;

  constructor(
    private readonly settings: Settings,
    readonly clock: Clock,
    logger: Logger,
  ) {
    this.serviceClock = new ServiceClock(clock);
    this.waiting = new WaitNotice(settings.domain, logger);
  }

  async exchange(request: HttpRequest): Promise<HttpResponse> {
    const response = await exchange(request, this.settings.limits.timeoutMs);
    this.known = true;
    this.serviceClock.hear(response);
    return response;
  }

  /** Tries as long as is sensible, and tells the user where that takes long. */
  persist(
    ask: RetryRequest,
    attempt: (wait: Wait, again: boolean) => Promise<HttpResponse>,
  ): Promise<Outcome> {
    return this.waiting.during(`${ask.method} ${ask.path}`, (wait) =>
      withRetries(ask, (count) => attempt(wait, count > 1), {
        clock: this.clock,
        hostHasResponded: () => this.known,
        maxRetries: this.settings.limits.maxRetries,
        onWait: (ms, after) => {
          const cause = "status" in after ? `status ${after.status}` : after.message;
          wait.reason = () => `another try after ${cause}, in ${Math.ceil(ms / 1000)} s`;
        },
      }),
    );
  }
}
