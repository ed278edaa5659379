import type { Clock } from "../model/clock";
import type { Delivery } from "../model/delivery";
import type { Store, StoredStream } from "../model/store";
import { milliseconds } from "../model/timestamps";
import { countOutcome, deliveryRecordOf, disableIfFailing } from "./deliveryRecord";
import type { DeliverySettings } from "./deliverySettings";
import { Lane } from "./lane";
import {
  type SendFailure,
  secureContextOf,
  sendToWebhook,
  type WebhookSettings,
} from "./sendEvent";

export interface EngineContext {
  settings: { delivery: DeliverySettings };
  clock: Clock;
  store: Store;
}

/** The attempts of a delivery, from its event or its redelivery until it is delivered or has failed. */
interface DeliveryRun {
  event_stream_id: string;
  delivery_id: string;
  failedAttempts: number;
}

/** Attempts of one stream at the same time. Thousands of deliveries must not open as many sockets. */
const attemptsAtOnce = 10;

/**
 * Delivers events: attempts each delivery until it is delivered or has failed. Timestamps are of the
 * tenant's clock; the waits between attempts are real, whatever this clock shows.
 */
export class DeliveryEngine {
  /** The deliveries that have attempts ahead, by stream and delivery. */
  private readonly runs = new Map<string, DeliveryRun>();
  private readonly lanes = new Map<string, Lane>();
  private readonly webhook: WebhookSettings;
  private whenDone: (() => void)[] = [];
  private isClosed = false;

  constructor(private readonly context: EngineContext) {
    const { timeoutMs, ca } = context.settings.delivery;
    this.webhook = { timeoutMs, secureContext: secureContextOf(ca) };
  }

  /** Starts the attempts of a delivery. */
  start({ event_stream_id, id: delivery_id }: Delivery): void {
    const run = { event_stream_id, delivery_id, failedAttempts: 0 };
    this.runs.set(keyOf(run), run);
    this.laneOf(run).add(() => this.attempt(run));
  }

  /** Starts the attempts of a failed delivery again. */
  redeliver(delivery: Delivery): void {
    const { store, clock } = this.context;
    delivery.attempts.push({ status: "retrying", timestamp: milliseconds(clock.objectTime()) });
    store.deliveries.get(delivery.event_stream_id)?.setStatus(delivery, "retrying");
    this.start(delivery);
  }

  /** Resolves when no attempt is waiting or under way, or the engine is closed. */
  done(): Promise<void> {
    if (this.isDone()) return Promise.resolve();
    return new Promise((resolve) => this.whenDone.push(resolve));
  }

  /** Aborts the attempts of a deleted stream. */
  forgetStream(streamId: string): void {
    this.lanes.get(streamId)?.close();
    this.lanes.delete(streamId);
    for (const [key, run] of this.runs) {
      if (run.event_stream_id === streamId) this.runs.delete(key);
    }
    this.resolveWhenDone();
  }

  /** Aborts all attempts. */
  close(): void {
    this.isClosed = true;
    for (const lane of this.lanes.values()) lane.close();
    this.resolveWhenDone();
  }

  private laneOf({ event_stream_id }: DeliveryRun): Lane {
    const lane = this.lanes.get(event_stream_id) ?? new Lane(attemptsAtOnce);
    if (this.isClosed) lane.close();
    this.lanes.set(event_stream_id, lane);
    return lane;
  }

  private async attempt(run: DeliveryRun): Promise<void> {
    const { streams, deliveries } = this.context.store;
    const find = () => ({
      stream: streams.get(run.event_stream_id),
      delivery: deliveries.get(run.event_stream_id)?.get(run.delivery_id),
    });
    const { signal } = this.laneOf(run);
    const { stream, delivery } = find();
    if (!stream || !delivery) return this.end(run);

    const started = performance.now();
    const failure = await this.send(stream, delivery, signal);
    if (signal.aborted) return;
    // A test may have deleted the stream without a request.
    if (find().stream !== stream) return this.end(run);
    if (failure === undefined) this.delivered(run, delivery);
    else this.failed(run, stream, delivery, failure, performance.now() - started);
  }

  /** Resolves with the failure if the event could not be sent. */
  private async send(
    stream: StoredStream,
    { event }: Delivery,
    signal: AbortSignal,
  ): Promise<SendFailure | undefined> {
    const { id: event_stream_id, destination } = stream;
    if (destination.type === "webhook") return sendToWebhook(stream, event, this.webhook, signal);
    this.context.store.sent.push(structuredClone({ event_stream_id, destination, event }));
    return undefined;
  }

  private delivered(run: DeliveryRun, delivery: Delivery): void {
    const { store, clock } = this.context;
    const record = deliveryRecordOf(store, run.event_stream_id);
    countOutcome(record, "delivered", clock.objectTime());
    store.deliveries.get(run.event_stream_id)?.remove(delivery);
    this.end(run);
  }

  private failed(
    run: DeliveryRun,
    stream: StoredStream,
    delivery: Delivery,
    { message, isFinal }: SendFailure,
    duration: number,
  ): void {
    const { store, clock, settings } = this.context;
    const time = clock.objectTime();
    // The recorded timestamps are those of the end of an attempt.
    const timestamp = milliseconds(time);
    delivery.attempts.push({ status: "failed", error_message: message, timestamp, duration });
    const delay = isFinal ? undefined : settings.delivery.retryDelaysMs[run.failedAttempts++];
    const status = delay === undefined ? "failed" : "retrying";
    store.deliveries.get(stream.id)?.setStatus(delivery, status);
    if (delay !== undefined) {
      this.laneOf(run).addLater(() => this.attempt(run), delay);
      return;
    }
    countOutcome(deliveryRecordOf(store, stream.id), "failed", time);
    disableIfFailing(store, stream, settings.delivery, time);
    this.end(run);
  }

  private end(run: DeliveryRun): void {
    this.runs.delete(keyOf(run));
    this.resolveWhenDone();
  }

  private isDone = () => this.isClosed || this.runs.size === 0;

  private resolveWhenDone(): void {
    if (!this.isDone()) return;
    for (const resolve of this.whenDone.splice(0)) resolve();
  }
}

const keyOf = (run: Pick<DeliveryRun, "event_stream_id" | "delivery_id">) =>
  `${run.event_stream_id}/${run.delivery_id}`;
