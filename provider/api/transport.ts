import type { Settings } from "../config/settings";
import { type Exchange, exchange } from "./http";
import { type Ask, type Clock, type Outcome, persist } from "./retry";
import { ServiceClock } from "./serviceClock";
import { type Wait, Waiting } from "./waitNotice";

/** The way to one tenant's host: what its token endpoint and its API have in common. */
export class Connection {
  readonly serviceClock: ServiceClock;
  private readonly waiting: Waiting;
  private known = false;

  constructor(
    private readonly settings: Settings,
    readonly clock: Clock,
  ) {
    this.serviceClock = new ServiceClock(clock);
    this.waiting = new Waiting(settings.domain);
  }

  readonly exchange: Exchange = async (request) => {
    const answer = await exchange(request, this.settings.limits.timeoutMs);
    this.known = true;
    this.serviceClock.hear(answer);
    return answer;
  };

  /** Tries as long as is sensible, and tells the user where that takes long. */
  persist(
    ask: Ask,
    attempt: (wait: Wait, again: boolean) => ReturnType<Exchange>,
  ): Promise<Outcome> {
    return this.waiting.during(`${ask.method} ${ask.path}`, (wait) =>
      persist(ask, (count) => attempt(wait, count > 1), {
        clock: this.clock,
        known: () => this.known,
        maxRetries: this.settings.limits.maxRetries,
        onWait: (ms, after) => {
          const cause = "status" in after ? `status ${after.status}` : after.message;
          wait.reason = () => `another try after ${cause}, in ${Math.ceil(ms / 1000)} s`;
        },
      }),
    );
  }
}
