import { ApiError } from "../../../provider/api/apiError";
import { fetchDeliveryPage } from "../../../provider/functions/deliveryPage";
import { inParallel } from "../../shared/parallel";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import type { TenantStream } from "../streams/source";
import type { Candidate } from "./candidates";
import { type Result, redeliverCandidate } from "./redeliverCandidate";

export interface RunResult {
  /** By the ids of deliveries; those that were not sent are missing. */
  results: Map<string, Result>;
  /** Why the run ended early: what would fail for each of the others as well. */
  failure?: Error;
}

/** After so many failures in a row, the reason is hardly in the deliveries. */
const maxFailuresInARow = 20;

/**
 * Requests the redelivery of each, as fast as the tenant's rate limit allows, until a signal or a
 * failure that all requests share. Requests without a response some seconds after a signal are
 * uncertain.
 */
export async function sendAll(
  stream: TenantStream,
  candidates: Candidate[],
  stop: StopSignals,
  onResult: (count: number) => void,
): Promise<RunResult> {
  const run = new Run(stream, onResult);
  const onStop = () => run.end(stop.requested.reason);
  stop.requested.addEventListener("abort", onStop);
  if (stop.requested.aborted) onStop();
  try {
    await unlessAborted(stop.engineTimeout, run.sendAll(candidates));
  } catch (error) {
    if (!stop.engineTimeout.aborted) throw error;
  } finally {
    stop.requested.removeEventListener("abort", onStop);
  }
  return run.result();
}

class Run {
  private readonly results = new Map<string, Result>();
  private readonly ending = new AbortController();
  private failure: Error | undefined;
  private failuresInARow = 0;
  /** Set by the first delivery that is gone: the stream may be gone with it. */
  private streamChecked: Promise<void> | undefined;

  constructor(
    private readonly stream: TenantStream,
    private readonly onResult: (count: number) => void,
  ) {}

  /** Sends nothing more. */
  end(reason: unknown): void {
    this.ending.abort(reason);
  }

  async sendAll([first, ...others]: Candidate[]): Promise<void> {
    if (first === undefined) return;
    // Alone, since the others would be refused for the same reason.
    await this.send(first);
    const { maxConcurrency } = this.stream.api.settings.limits;
    await inParallel(others, maxConcurrency, (candidate) => this.send(candidate));
    const gone = [...this.results.values()].filter(({ kind }) => kind === "gone").length;
    // The stream may have been deleted since the first of them.
    if (gone > 1 && !this.ending.signal.aborted) await this.checkStream();
  }

  result(): RunResult {
    const { failure } = this;
    return { results: new Map(this.results), ...(failure && { failure }) };
  }

  private async send(candidate: Candidate): Promise<void> {
    const { signal } = this.ending;
    if (signal.aborted) return;
    const { id } = candidate;
    // Uncertain until the response is there.
    const onSend = () => this.results.set(id, { kind: "uncertain" });
    const result = await redeliverCandidate(this.stream, candidate, { signal, onSend });
    if (result === undefined) {
      this.results.delete(id);
      return;
    }
    this.results.set(id, result);
    this.onResult(this.results.size);
    await this.endIfAllWouldFail(id, result);
  }

  private async endIfAllWouldFail(id: string, result: Result): Promise<void> {
    if (result.kind === "gone") {
      this.streamChecked ??= this.checkStream();
      await this.streamChecked;
    }
    if (result.kind === "refused" && [401, 403].includes(result.error.status ?? 0)) {
      this.results.delete(id);
      this.fail(result.error);
    }
    const isFailure = result.kind === "refused" || result.kind === "uncertain";
    this.failuresInARow = isFailure ? this.failuresInARow + 1 : 0;
    if (isFailure && this.failuresInARow === maxFailuresInARow) {
      const last = result.error ? `; the last one: ${result.error.message}` : "";
      this.fail(
        new Error(`${maxFailuresInARow} deliveries in a row failed: run again later${last}`),
      );
    }
  }

  /** Ends the run if the stream does not exist. */
  private async checkStream(): Promise<void> {
    const { api, id } = this.stream;
    const request = { eventStreamId: id, filters: {}, cursor: undefined, size: 1 };
    await fetchDeliveryPage(api, request).catch((error: unknown) => {
      if (error instanceof ApiError && error.gone) this.fail(error);
    });
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.end(error);
  }
}
