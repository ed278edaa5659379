import type { RequestRecord } from "../http/requestRecord";
import { checkFault } from "./checkFault";
import type { Fault } from "./fault";

interface Entry {
  fault: Fault;
  /** The number of matching requests that still pass unaffected. */
  skip: number;
  /** The number of requests that are still to be affected. */
  times: number;
}

/** The faults that are still to come, in the order of their addition. */
export class FaultQueue {
  private entries: Entry[] = [];

  constructor(private readonly routes: Set<string>) {}

  /** Adds all faults, or throws InvalidInput and adds none. */
  add(...faults: Fault[]): void {
    for (const fault of faults) checkFault(fault, this.routes);
    this.entries.push(...faults.map(entryOf));
  }

  clear(): void {
    this.entries = [];
  }

  /** The faults that will still affect a request. */
  remaining(): Fault[] {
    return this.entries.map(({ fault }) => ({ ...fault }));
  }

  /** The fault that affects this request. It counts as used from now on. */
  takeFor(request: RequestRecord): Fault | undefined {
    for (const entry of this.entries) {
      if (!matches(entry.fault, request)) continue;
      if (entry.skip > 0) {
        entry.skip--;
        continue;
      }
      entry.times--;
      if (entry.times === 0) this.entries = this.entries.filter((other) => other !== entry);
      return entry.fault;
    }
    return undefined;
  }
}

function entryOf(fault: Fault): Entry {
  const { skip = 0, times = 1 } = fault;
  return { fault: { ...fault }, skip, times: times === 0 ? Number.POSITIVE_INFINITY : times };
}

function matches({ route = "*" }: Fault, request: RequestRecord): boolean {
  if (route === "*") return request.kind === "api";
  // The token endpoint exists with and without a trailing slash.
  return request.route?.replace(/\/$/, "") === route.replace(/\/$/, "");
}
