import { formats } from "../schema/formats";
import { isObject } from "../shared/json";
import type { Clock } from "./clock";
import type { HttpResponse } from "./http";

/** A time of this process, and the earliest that the service's clock can have shown then, if known. */
export interface Moment {
  now: number;
  wall: number;
  service: number | undefined;
}

/** Nodes of one service differ by less. */
const spreadMs = 15_000;
/** How far a service's timestamps may be behind its `Date`, where this process has not seen any made. */
const unseenLagMs = 60_000;
/** `Date` is cut to whole seconds. */
const secondMs = 1000;

/** Only with an offset is it the same time everywhere. */
const parse = (timestamp: unknown) =>
  typeof timestamp === "string" && formats["date-time"](timestamp)
    ? Date.parse(timestamp)
    : Number.NaN;

/** The service's clock, as its `Date` headers show it, and what its timestamps are in that clock. */
export class ServiceClock {
  /** Service time minus this process's time, at least: `Date` is rounded down, and arrives late. */
  private ahead = Number.NEGATIVE_INFINITY;
  /** Timestamps that this process saw made minus the service's time, at least. Negative: they are behind. */
  private offsets: { least: number; most: number } | undefined;

  constructor(private readonly clock: Pick<Clock, "now" | "wall">) {}

  hear({ status, headers, body }: HttpResponse): void {
    const date = Date.parse(headers.date ?? "");
    // Errors and pages may come from a gateway, and have its clock.
    if (status < 300 && isObject(body) && !Number.isNaN(date)) {
      this.ahead = Math.max(this.ahead, date - this.clock.now());
    }
  }

  /** A timestamp that the service has set a moment ago. */
  observe(timestamp: unknown): void {
    const offset = parse(timestamp) - (this.clock.now() + this.ahead) - secondMs;
    if (!Number.isFinite(offset)) return;
    const { least, most } = this.offsets ?? { least: offset, most: offset };
    this.offsets = { least: Math.min(least, offset), most: Math.max(most, offset) };
  }

  moment(): Moment {
    const now = this.clock.now();
    const service = Number.isFinite(this.ahead) ? now + this.ahead : undefined;
    return { now, wall: this.clock.wall(), service };
  }

  /** Whether a timestamp was set before or since a moment, where that is certain. */
  compare(timestamp: unknown, moment: Moment): "before" | "since" | "unclear" {
    if (!Number.isFinite(this.ahead)) return "unclear";
    const time = parse(timestamp);
    const { least, most } = this.offsets ?? { least: -unseenLagMs, most: 0 };
    const now = moment.now + this.ahead;
    // The machine slept since, while the service's clock went on; or its clock was set forward.
    const jump = Math.max(0, this.clock.wall() - moment.wall - (this.clock.now() - moment.now));
    const earliest = Math.min(moment.service ?? now, now - jump);
    if (time - earliest < least - spreadMs) return "before";
    // A sleep before the moment leaves `moment.service` too early; one since then, `now` too late.
    const latest =
      jump > spreadMs ? (moment.service ?? Number.NaN) : Math.max(moment.service ?? now, now);
    return time - latest >= Math.max(0, most) ? "since" : "unclear";
  }
}
