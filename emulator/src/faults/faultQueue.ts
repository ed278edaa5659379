import type { RequestRecord } from "../http/requestRecord";
import { checkFault } from "./checkFault";
import type { Fault } from "./fault";

/** The faults that are still to come, in the order in which they were added. */
export interface FaultQueue {
  /** Adds all faults, or throws InvalidInput and adds none. */
  add(...faults: Fault[]): void;
  clear(): void;
  /** The faults that will still affect a request. */
  remaining(): Fault[];
  /** The fault that affects this request. Counts it as used. */
  takeFor(request: RequestRecord): Fault | undefined;
}

interface Entry {
  fault: Fault;
  /** Matching requests that still pass unaffected. */
  skip: number;
  /** Requests that are still to be affected. */
  times: number;
}

export function faultQueue(routes: Set<string>): FaultQueue {
  let entries: Entry[] = [];

  return {
    add(...faults) {
      for (const fault of faults) checkFault(fault, routes);
      entries.push(...faults.map(entryOf));
    },

    clear() {
      entries = [];
    },

    remaining: () => entries.map(({ fault }) => ({ ...fault })),

    takeFor(request) {
      for (const entry of entries) {
        if (!matches(entry.fault, request)) continue;
        if (entry.skip > 0) {
          entry.skip--;
          continue;
        }
        entry.times--;
        if (entry.times === 0) entries = entries.filter((other) => other !== entry);
        return entry.fault;
      }
      return undefined;
    },
  };
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
