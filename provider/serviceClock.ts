import type { HttpAnswer } from "./http";
import { isObject } from "./json";
import type { Clock } from "./retry";

/** A time of this process, and the earliest that the service's clock can have shown then, if known. */
export interface Moment {
  now: number;
  wall: number;
  service: number | undefined;
}

/** Nodes of one service differ by this much at most. */
const spreadMs = 2000;
/** How far a service's timestamps may be behind its `Date`, where this process has not seen any made. */
const unseenLagMs = 60_000;
/** `Date` is cut to whole seconds. */
const secondMs = 1000;

const parse = (time: unknown) => (typeof time === "string" ? Date.parse(time) : Number.NaN);

/** The service's clock, as its `Date` headers show it, and what its timestamps are in that clock. */
export class ServiceClock {
  /** Of this process's clock. */
  private ahead = Number.NEGATIVE_INFINITY;
  /** How far the timestamps that this process has seen made were before that clock, at least. */
  private leads: { least: number; most: number } | undefined;

  constructor(private readonly clock: Pick<Clock, "now" | "wall">) {}

  hear({ headers, body }: HttpAnswer): void {
    const date = parse(headers.date);
    // A gateway's page has the gateway's clock.
    if (isObject(body) && !Number.isNaN(date)) {
      this.ahead = Math.max(this.ahead, date - this.clock.now());
    }
  }

  /** A timestamp that the service has set a moment ago. */
  observe(timestamp: unknown): void {
    const lead = parse(timestamp) - (this.clock.now() + this.ahead) - secondMs;
    if (!Number.isFinite(lead)) return;
    const { least, most } = this.leads ?? { least: lead, most: lead };
    this.leads = { least: Math.min(least, lead), most: Math.max(most, lead) };
  }

  moment(): Moment {
    const now = this.clock.now();
    const service = Number.isFinite(this.ahead) ? now + this.ahead : undefined;
    return { now, wall: this.clock.wall(), service };
  }

  /** Whether a timestamp was set before or since a moment, where that is certain. */
  compare(timestamp: unknown, moment: Moment): "before" | "since" | "unclear" {
    const age = parse(timestamp) - this.earliest(moment);
    const { least, most } = this.leads ?? { least: -unseenLagMs, most: 0 };
    if (age < least - spreadMs) return "before";
    // Without both times `age` is not a number, and neither comparison holds.
    return age >= Math.max(0, most) ? "since" : "unclear";
  }

  /** What the service's clock showed at that moment, or a time before. */
  private earliest({ now, wall, service }: Moment): number {
    // While the machine slept the service's clock went on, and ours did not.
    const slept = Math.max(0, this.clock.wall() - wall - (this.clock.now() - now));
    const known = [service ?? Number.NaN, now + this.ahead - slept].filter(Number.isFinite);
    return known.length > 0 ? Math.min(...known) : Number.NaN;
  }
}
