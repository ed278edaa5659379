import { ApiError } from "../../../provider/api/apiError";
import { redeliverOne } from "../../../provider/deliveries/redeliver";
import { inParallel } from "../../shared/parallel";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import type { TenantStream } from "../streams";

export type SendResult =
  | { kind: "accepted" }
  /** Auth0 has no such delivery, is delivering it, or has delivered it. */
  | { kind: "notFailed" }
  | { kind: "refused"; error: ApiError }
  /** Auth0 may have accepted it, because its response was lost, or the command ended before it. */
  | { kind: "uncertain" };

interface RunResult {
  /** By id of a delivery, without those that were not sent. */
  results: Map<string, SendResult>;
  /** Why the run ended early. The other deliveries would fail for the same reason. */
  failure: Error | undefined;
}

/** If this many fail in a row, the cause probably isn't the deliveries. */
const maxFailuresInARow = 20;

/** Applies without `auth0:maxConcurrency`. It's low because a signal may leave requests uncertain. */
const defaultConcurrency = 8;

/**
 * Requests the redelivery of each: the first one alone, then a few at a time, as fast as the tenant's rate
 * limit allows (provider/api/rateLimiter.ts). Ends at a signal, or at a failure that all requests share.
 * Requests without a response some seconds after a signal are uncertain.
 */
export async function sendAll(
  stream: TenantStream,
  ids: string[],
  stop: StopSignals,
  onResult: (count: number) => void,
): Promise<RunResult> {
  const run = new RedeliveryRun(stream, onResult);
  const onStop = () => run.end(stop.requested.reason);
  stop.requested.addEventListener("abort", onStop);
  if (stop.requested.aborted) onStop();
  try {
    await unlessAborted(stop.engineTimeout, run.sendAll(ids));
  } catch (error) {
    if (!stop.engineTimeout.aborted) throw error;
  } finally {
    stop.requested.removeEventListener("abort", onStop);
  }
  // Late responses still change the run's own map.
  return { results: new Map(run.results), failure: run.failure };
}

class RedeliveryRun {
  readonly results = new Map<string, SendResult>();
  private readonly ending = new AbortController();
  failure: Error | undefined;
  private failuresInARow = 0;

  constructor(
    private readonly stream: TenantStream,
    private readonly onResult: (count: number) => void,
  ) {}

  /** Stops the run from sending more. */
  end(reason: unknown): void {
    this.ending.abort(reason);
  }

  async sendAll([first, ...others]: string[]): Promise<void> {
    if (first === undefined) return;
    // The first goes alone, because a missing permission would fail all of them.
    await this.send(first);
    const { maxConcurrency = defaultConcurrency } = this.stream.api.settings.limits;
    await inParallel(others, maxConcurrency, (id) => this.send(id));
  }

  private async send(id: string): Promise<void> {
    const { signal } = this.ending;
    if (signal.aborted) return;
    const beforeSending = () => {
      signal.throwIfAborted();
      // The response, if there is one, replaces this result.
      this.results.set(id, { kind: "uncertain" });
    };
    try {
      await redeliverOne(this.stream.api, this.stream.id, id, { beforeSending });
      this.addResult(id, { kind: "accepted" });
    } catch (error) {
      if (signal.aborted && error === signal.reason) this.results.delete(id);
      else if (error instanceof ApiError) this.addError(id, error);
      else throw error;
    }
  }

  private addResult(id: string, result: SendResult): void {
    this.results.set(id, result);
    this.onResult(this.results.size);
    const isFailure = result.kind === "refused" || result.kind === "uncertain";
    this.failuresInARow = isFailure ? this.failuresInARow + 1 : 0;
  }

  private addError(id: string, error: ApiError): void {
    if (isRefusalOfAll(error)) {
      this.results.delete(id);
      this.fail(error);
      return;
    }
    this.addResult(id, resultOf(error));
    if (this.failuresInARow === maxFailuresInARow) {
      this.fail(
        new Error(
          `${maxFailuresInARow} redelivery requests in a row failed, so the command stopped. Run it again later.\nThe last error: ${error.message}`,
        ),
      );
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.end(error);
  }
}

/** Whether Auth0 rejects the token, or a permission is missing. */
const isRefusalOfAll = ({ mayHaveRun, status }: ApiError): boolean =>
  !mayHaveRun && (status === 401 || status === 403);

function resultOf(error: ApiError): SendResult {
  if (error.mayHaveRun) return { kind: "uncertain" };
  return error.kind === "notFound" || error.status === 409
    ? { kind: "notFailed" }
    : { kind: "refused", error };
}
