import type { HttpAnswer } from "./http";
import { isObject } from "./json";

/** The service's clock, as far as the `Date` of its answers tells: whole seconds, rounded down. */
export class ServiceClock {
  private ahead = Number.NEGATIVE_INFINITY;

  hear({ headers, body }: HttpAnswer, now: number): void {
    const date = Date.parse(headers.date ?? "");
    // A gateway's page has the gateway's clock.
    if (isObject(body) && !Number.isNaN(date)) this.ahead = Math.max(this.ahead, date - now);
  }

  /** The earliest time that the service's clock can have shown at a time of ours, if known. */
  at(time: number): number | undefined {
    return Number.isFinite(this.ahead) ? time + this.ahead : undefined;
  }
}
