import type { Limits } from "../config/settings";
import type { Logger } from "../shared/logger";
import type { Clock } from "./clock";
import { exchange, type HttpRequest, type HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import { classifyOutcome, isRetryable, type Outcome } from "./outcome";
import { requestLine } from "./requestLog";
import { maxTotalMs, maxUnreachableRetries, retryDelayMs, tooLongDelayMs } from "./retry";
import { ServiceClock } from "./serviceClock";
import { type Wait, WaitNotice } from "./waitNotice";

/** A host, and how its requests are repeated. The settings of a tenant are one. */
interface TransportPolicy {
  domain: string;
  limits: Pick<Limits, "maxRetries" | "timeoutMs">;
  /** Whether the user sees a line for each request. */
  debug?: boolean;
  /** An outcome of another API in the terms of Auth0's, in which retries are decided. */
  translate?(outcome: Outcome): Outcome;
}

/** One request, with all its attempts. */
interface RetriedRequest {
  method: string;
  path: string;
  /** Whether running it twice does no harm. Default: all methods but POST. */
  idempotent?: boolean;
  /** No attempt starts later. Default: five minutes from now. */
  deadline?: number | undefined;
}

const responseIn = (outcome: Outcome): Pick<HttpResponse, "headers" | "availableAt"> =>
  outcome instanceof NoResponse ? { headers: {} } : outcome;

/** The way to one host: what its requests have in common. */
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
    private readonly policy: TransportPolicy,
    readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.serviceClock = new ServiceClock(clock);
    this.waitNotice = new WaitNotice(policy.domain, logger);
  }

  /** Sends a request until its outcome is final, or no attempt is left. The first attempt is 1. */
  async send(
    { method, path, idempotent = method !== "POST", ...request }: RetriedRequest,
    sendOnce: (wait: Wait, attempt: number) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { clock } = this;
    const { deadline = clock.now() + maxTotalMs } = request;
    const wait = this.waitNotice.begin(`${method} ${path}`);
    try {
      for (let attempt = 1; ; attempt++) {
        const outcome = await sendOnce(wait, attempt);
        const translated = this.policy.translate?.(outcome) ?? outcome;
        const again = isRetryable(classifyOutcome(translated, method), idempotent);
        if (!again || attempt > this.maxRetries(outcome)) return outcome;

        const { headers, availableAt } = responseIn(translated);
        if (availableAt !== undefined) return outcome;

        const delayMs = retryDelayMs(attempt, headers, clock);
        if (this.interrupted || clock.now() + delayMs > deadline) return outcome;

        const cause = outcome instanceof NoResponse ? outcome.message : `status ${outcome.status}`;
        const reason = `another attempt after ${cause}, in ${Math.ceil(delayMs / 1000)} s`;
        await wait.during(
          () => reason,
          () => clock.sleep(delayMs),
        );
        if (this.interrupted) return outcome;
      }
    } finally {
      wait.end();
    }
  }

  private maxRetries(outcome: Outcome): number {
    const { maxRetries } = this.policy.limits;
    const isUnreachable = outcome instanceof NoResponse && !this.hostHasResponded;
    return isUnreachable ? Math.min(maxUnreachableRetries, maxRetries) : maxRetries;
  }

  /** Sends one attempt of a request. `name` is its method and path. */
  async exchange(request: HttpRequest, name: string, attempt: number): Promise<Outcome> {
    const { clock, logger, policy } = this;
    const startedAt = clock.now();
    const outcome = await this.exchangeOnce(request);
    const inSettings = policy.debug ? (line: string) => logger.info(line) : undefined;
    const log = logger.request ?? inSettings;
    const ms = clock.now() - startedAt;
    log?.(requestLine(`${name} (${policy.domain})`, request, outcome, attempt, ms));
    return outcome;
  }

  private async exchangeOnce(request: HttpRequest): Promise<Outcome> {
    try {
      const response = await exchange(request, this.policy.limits.timeoutMs, this.clock);
      this.hostHasResponded = true;
      this.serviceClock.learnFromResponse(response);
      const delayMs = tooLongDelayMs(response.headers, this.clock);
      return { ...response, ...(delayMs && { availableAt: this.clock.wall() + delayMs }) };
    } catch (error) {
      if (error instanceof NoResponse) return error;
      throw error;
    }
  }
}
