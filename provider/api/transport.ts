import type { Settings } from "../config/settings";
import type { Logger } from "../shared/logger";
import type { Clock } from "./clock";
import { exchange, type HttpRequest } from "./http";
import { NoResponse } from "./networkError";
import type { Outcome } from "./outcome";
import { delayBeforeRetry } from "./retry";
import { ServiceClock } from "./serviceClock";
import { type Wait, WaitNotice } from "./waitNotice";

export interface FailedAttempt {
  /** 1 is the first. */
  attempt: number;
  outcome: Outcome;
  /** No attempt starts later. */
  deadline: number;
  /** Receives the reason of the wait. */
  wait: Wait;
}

/** The way to one tenant's host: what the requests for tokens and those to the API have in common. */
export class Transport {
  readonly serviceClock: ServiceClock;
  readonly waitNotice: WaitNotice;
  /**
   * True once the user interrupts the run: requests under way are completed, and none is repeated. Those
   * that wait because of a 429 are not sent (ManagementApi).
   */
  interrupted = false;
  private hostHasResponded = false;

  constructor(
    private readonly settings: Settings,
    readonly clock: Clock,
    logger: Logger,
  ) {
    this.serviceClock = new ServiceClock(clock);
    this.waitNotice = new WaitNotice(settings.domain, logger);
  }

  /** Sends a request once. */
  async exchange(request: HttpRequest): Promise<Outcome> {
    try {
      const response = await exchange(request, this.settings.limits.timeoutMs, this.clock);
      this.hostHasResponded = true;
      this.serviceClock.learnFromResponse(response);
      return response;
    } catch (error) {
      if (error instanceof NoResponse) return error;
      throw error;
    }
  }

  /** Waits until the next attempt may start. Returns false, at once, where no attempt is left. */
  async waitForRetry({ attempt, outcome, deadline, wait }: FailedAttempt): Promise<boolean> {
    if (this.interrupted) return false;
    const { clock, hostHasResponded } = this;
    const { maxRetries } = this.settings.limits;
    const policy = { clock, maxRetries, deadline, hostHasResponded };
    const delayMs = delayBeforeRetry(attempt, outcome, policy);
    if (delayMs === undefined) return false;

    const cause = outcome instanceof NoResponse ? outcome.message : `status ${outcome.status}`;
    wait.reason = () => `another attempt after ${cause}, in ${Math.ceil(delayMs / 1000)} s`;
    await clock.sleep(delayMs);
    return !this.interrupted;
  }
}
