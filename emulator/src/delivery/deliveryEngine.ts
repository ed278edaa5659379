import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { type Clock, milliseconds } from "../model/clock";
import type { Delivery } from "../model/delivery";
import type { Store } from "../model/store";
import type { Settings } from "../options";
import { countFailure, deliveryRecordOf } from "./deliveryRecord";
import { secureContextOf, sendToWebhook, type WebhookSettings } from "./sendEvent";

/** The attempts of one stream at a time, so that thousands of deliveries don't open as many sockets. */
const attemptsAtOnce = 10;

/**
 * Attempts each delivery until it succeeds or has failed. Timestamps come from the tenant's clock. The
 * waits between attempts are real, whatever this clock shows.
 */
export class DeliveryEngine {
  /** The deliveries that have attempts ahead. */
  private readonly runs = new Set<Promise<void>>();
  /** The lanes by stream. */
  private readonly lanes = new Map<string, Lane>();
  private readonly webhook: WebhookSettings;
  private isClosed = false;

  constructor(
    private readonly settings: Settings["delivery"],
    private readonly clock: Clock,
    private readonly store: Store,
  ) {
    const { timeoutMs, ca } = settings;
    this.webhook = { timeoutMs, secureContext: secureContextOf(ca) };
  }

  start(delivery: Delivery): void {
    if (this.isClosed) return;
    const run = this.deliver(delivery).finally(() => this.runs.delete(run));
    this.runs.add(run);
  }

  redeliver(delivery: Delivery): void {
    const timestamp = milliseconds(this.clock.objectTime());
    delivery.attempts.push({ status: "retrying", timestamp });
    this.store.deliveries.get(delivery.event_stream_id)?.setStatus(delivery, "retrying");
    this.start(delivery);
  }

  /** Resolves when no attempt is waiting or running. */
  async done(): Promise<void> {
    while (this.runs.size > 0) await Promise.all(this.runs);
  }

  forgetStream(streamId: string): void {
    this.lanes.get(streamId)?.close();
    this.lanes.delete(streamId);
  }

  close(): void {
    this.isClosed = true;
    for (const lane of this.lanes.values()) lane.close();
  }

  private async deliver({ event_stream_id: streamId, id }: Delivery): Promise<void> {
    const lane = this.lanes.get(streamId) ?? new Lane(attemptsAtOnce);
    this.lanes.set(streamId, lane);
    const { signal } = lane;
    for (const delay of [...this.settings.retryDelaysMs, undefined]) {
      const isLast = delay === undefined;
      if (!(await lane.run(() => this.attempt(streamId, id, isLast, signal)))) return;
      // Only the tenant's server keeps the process alive, not its attempts.
      await wait(delay, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Returns whether there is another attempt. */
  private async attempt(
    streamId: string,
    deliveryId: string,
    isLast: boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, clock } = this;
    const stream = store.streams.get(streamId);
    const log = store.deliveries.get(streamId);
    const delivery = log?.get(deliveryId);
    if (!stream || !delivery) return false;

    const started = performance.now();
    // Only webhooks get a request.
    const failure =
      stream.destination.type === "webhook"
        ? await sendToWebhook(stream, delivery.event, this.webhook, signal)
        : undefined;
    // A test may have deleted the stream without a request.
    if (signal.aborted || store.streams.get(streamId) !== stream) return false;

    const time = clock.objectTime();
    if (failure === undefined) {
      deliveryRecordOf(store, streamId).failuresInARow = 0;
      log?.remove(delivery);
      return false;
    }
    delivery.attempts.push({
      status: "failed",
      error_message: failure.message,
      // The recorded timestamps are those of the end of an attempt.
      timestamp: milliseconds(time),
      duration: performance.now() - started,
    });
    const hasFailed = isLast || failure.isFinal;
    log?.setStatus(delivery, hasFailed ? "failed" : "retrying");
    if (hasFailed) countFailure(store, stream, this.settings, time);
    return !hasFailed;
  }
}

/** Runs tasks in order, at most `free` at a time, until it is closed. */
class Lane {
  private readonly aborted = new AbortController();
  /** The signal that `close` aborts. */
  readonly signal = this.aborted.signal;
  /** The waiting tasks. A set starts with the oldest, and deletes it without copying the others. */
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {
    // Every running attempt listens to the signal.
    setMaxListeners(0, this.signal);
  }

  /** Resolves with undefined if the lane was closed before the task could run. */
  async run<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.add(resolve));
    try {
      return this.signal.aborted ? undefined : await task();
    } finally {
      this.next();
    }
  }

  close(): void {
    this.aborted.abort();
  }

  private next(): void {
    const [resolve] = this.waiting;
    if (resolve === undefined) {
      this.free++;
      return;
    }
    this.waiting.delete(resolve);
    resolve();
  }
}
