import { formats } from "../schema/formats";
import { isObject } from "../shared/json";
import type { Clock } from "./clock";
import type { HttpResponse } from "./http";

/** One instant, by three clocks. All times are in milliseconds. */
export interface Moment {
  /** This process's clock, which never jumps. */
  now: number;
  /** The machine's clock. */
  wall: number;
  /** The earliest time that Auth0's clock can have shown, where it is known. */
  service: number | undefined;
}

/** A time, or a difference of times, that is known within limits only. */
export interface Interval {
  earliest: number;
  /** NaN where it is unknown. */
  latest: number;
}

/** The clocks of a service's nodes differ by less. */
const nodeSpreadMs = 15_000;
/** How far timestamps may be behind `Date`, as long as this process has seen none being set. */
const unobservedLag: Interval = { earliest: -60_000, latest: 0 };
/** `Date` is cut to whole seconds. */
const dateResolutionMs = 1000;

/** Auth0's clock, as its `Date` headers show it, and how its timestamps relate to that clock. */
export class ServiceClock {
  /** Service time minus this process's time, at least: `Date` is rounded down, and arrives late. */
  private aheadMs = Number.NEGATIVE_INFINITY;
  /** Seen timestamps minus Auth0's time, at least. Negative: the timestamps are behind. */
  private lag: Interval | undefined;

  constructor(private readonly clock: Pick<Clock, "now" | "wall">) {}

  /** Learns from the `Date` header of a response. */
  learnFromResponse({ status, headers, body }: HttpResponse): void {
    // Errors and web pages may come from a gateway, with the gateway's clock.
    if (status >= 300 || !isObject(body)) return;

    const date = Date.parse(headers.date ?? "");
    if (Number.isNaN(date)) return;
    this.aheadMs = Math.max(this.aheadMs, date - this.clock.now());
  }

  /** Learns from a timestamp that Auth0 has just set. */
  learnFromTimestamp(timestamp: unknown): void {
    const serviceNow = this.clock.now() + this.aheadMs;
    const seen = parseTimestamp(timestamp) - serviceNow - dateResolutionMs;
    if (!Number.isFinite(seen)) return;

    const { earliest, latest } = this.lag ?? { earliest: seen, latest: seen };
    this.lag = { earliest: Math.min(earliest, seen), latest: Math.max(latest, seen) };
  }

  moment(): Moment {
    const now = this.clock.now();
    const service = Number.isFinite(this.aheadMs) ? now + this.aheadMs : undefined;
    return { now, wall: this.clock.wall(), service };
  }

  /** Whether a timestamp was set before or since a moment, where that is certain. */
  compare(timestamp: unknown, moment: Moment): Order {
    const at = serviceTimeAt(moment, this.moment());
    return orderOf(parseTimestamp(timestamp), at, this.lag ?? unobservedLag);
  }
}

/** Only a timestamp with an offset is the same time everywhere; NaN for any other. */
const parseTimestamp = (timestamp: unknown): number =>
  typeof timestamp === "string" && formats["date-time"](timestamp)
    ? Date.parse(timestamp)
    : Number.NaN;

const unknown: Interval = { earliest: Number.NaN, latest: Number.NaN };

/** What Auth0's clock can have shown at a moment, by what is known at the present one. */
export function serviceTimeAt(moment: Moment, present: Moment): Interval {
  if (present.service === undefined) return unknown;
  // The difference of the clocks is known better now than it was at the moment.
  const byPresentDifference = moment.now + present.service - present.now;
  const byDifferenceThen = moment.service ?? byPresentDifference;
  // The machine slept since, while Auth0's clock went on; or its clock was set forward.
  const passed = present.now - moment.now;
  const jumpMs = Math.max(0, present.wall - moment.wall - passed);
  const earliest = Math.min(byDifferenceThen, byPresentDifference - jumpMs);
  // A sleep since the moment makes the present difference too large for it.
  if (jumpMs > nodeSpreadMs) return { earliest, latest: moment.service ?? Number.NaN };

  // A sleep before the moment made the difference that was known then too small.
  return { earliest, latest: Math.max(byDifferenceThen, byPresentDifference) };
}

type Order = "before" | "since" | "unclear";

/** Whether a timestamp is from before or since a time; `lag` is its difference from Auth0's clock. */
export function orderOf(timestamp: number, at: Interval, lag: Interval): Order {
  if (timestamp - at.earliest < lag.earliest - nodeSpreadMs) return "before";
  return timestamp - at.latest >= Math.max(0, lag.latest) ? "since" : "unclear";
}
