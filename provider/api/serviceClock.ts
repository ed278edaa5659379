import { formats } from "../schema/formats";
import { isObject } from "../shared/json";
import type { Clock } from "./clock";
import type { HttpResponse } from "./http";

/** One instant, by three clocks. */
export interface Moment {
  /** This process's clock, which never jumps. */
  now: number;
  /** The machine's clock. */
  wall: number;
  /** The earliest time that the service's clock can have shown, where it is known. */
  service: number | undefined;
}

/** The clocks of a service's nodes differ by less. */
const nodeSpreadMs = 15_000;
/** How far timestamps may be behind `Date`, as long as this process has seen none being set. */
const unobservedLagMs = 60_000;
/** `Date` is cut to whole seconds. */
const dateResolutionMs = 1000;

/** Only a timestamp with an offset is the same time everywhere; NaN for any other. */
const parseTimestamp = (timestamp: unknown) =>
  typeof timestamp === "string" && formats["date-time"](timestamp)
    ? Date.parse(timestamp)
    : Number.NaN;

/** The service's clock, as its `Date` headers show it, and how its timestamps relate to that clock. */
export class ServiceClock {
  /** Service time minus this process's time, at least: `Date` is rounded down, and arrives late. */
  private aheadMs = Number.NEGATIVE_INFINITY;
  /** Seen timestamps minus the service's time, at least. Negative: the timestamps are behind. */
  private offsets: { least: number; most: number } | undefined;

  constructor(private readonly clock: Pick<Clock, "now" | "wall">) {}

  /** Learns from the `Date` header of a response. */
  learnFromResponse({ status, headers, body }: HttpResponse): void {
    // Errors and web pages may come from a gateway, with the gateway's clock.
    if (status >= 300 || !isObject(body)) return;

    const date = Date.parse(headers.date ?? "");
    if (Number.isNaN(date)) return;
    this.aheadMs = Math.max(this.aheadMs, date - this.clock.now());
  }

  /** Learns from a timestamp that the service has just set. */
  learnFromTimestamp(timestamp: unknown): void {
    const serviceNow = this.clock.now() + this.aheadMs;
    const offset = parseTimestamp(timestamp) - serviceNow - dateResolutionMs;
    if (!Number.isFinite(offset)) return;

    const { least, most } = this.offsets ?? { least: offset, most: offset };
    this.offsets = { least: Math.min(least, offset), most: Math.max(most, offset) };
  }

  moment(): Moment {
    const now = this.clock.now();
    const service = Number.isFinite(this.aheadMs) ? now + this.aheadMs : undefined;
    return { now, wall: this.clock.wall(), service };
  }

  /** Whether a timestamp was set before or since a moment, where that is certain. */
  compare(timestamp: unknown, moment: Moment): "before" | "since" | "unclear" {
    if (!Number.isFinite(this.aheadMs)) return "unclear";

    const time = parseTimestamp(timestamp);
    const { least, most } = this.offsets ?? { least: -unobservedLagMs, most: 0 };
    const { earliest, latest } = this.serviceTimeAt(moment);
    if (time - earliest < least - nodeSpreadMs) return "before";
    return time - latest >= Math.max(0, most) ? "since" : "unclear";
  }

  /** What the service's clock can have shown at a moment; `latest` is NaN where that is unknown. */
  private serviceTimeAt(moment: Moment): { earliest: number; latest: number } {
    // The difference of the clocks is known better now than it was at the moment.
    const byPresentDifference = moment.now + this.aheadMs;
    const byDifferenceThen = moment.service;
    // The machine slept since, while the service's clock went on; or its clock was set forward.
    const passedByWall = this.clock.wall() - moment.wall;
    const passed = this.clock.now() - moment.now;
    const jumpMs = Math.max(0, passedByWall - passed);
    const earliest = Math.min(
      byDifferenceThen ?? byPresentDifference,
      byPresentDifference - jumpMs,
    );
    // A sleep since the moment makes the present difference too large for it.
    if (jumpMs > nodeSpreadMs) return { earliest, latest: byDifferenceThen ?? Number.NaN };

    // A sleep before the moment made the difference that was known then too small.
    const latest = Math.max(byDifferenceThen ?? byPresentDifference, byPresentDifference);
    return { earliest, latest };
  }
}
