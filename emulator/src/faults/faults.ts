import type { RequestRecord } from "../http/record";
import { checkFault } from "./checkFault";

/** A failure to order: what befalls which requests, and when. */
export interface Fault {
  /**
   * `"POST /event-streams"` as in RequestRecord.route, `"POST /oauth/token"`, or `"*"`, the default:
   * every API request (token requests not).
   */
  route?: string;
  /** Lets so many matching requests through first. Default 0. */
  skip?: number;
  /** How many requests it meets. Default 1; 0: all until cleared. */
  times?: number;
  /**
   * "before", the default: the handler does not run. "after": it has done its work, which stays.
   * "late": it does its work after the answer, when `lateMs` or `lateRequests` have passed.
   */
  when?: "before" | "after" | "late";
  /** By the tenant's clock. */
  lateMs?: number;
  /** So many further API requests do not see the work; the one after them does. */
  lateRequests?: number;
  kind: FaultKind;
  /** Of the answer. Default 502 for html, else 200 or with "after" the handler's own. */
  status?: number;
  headers?: Record<string, string>;
  /** Of status and html. A string is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Of slow (default 1000) and trickle (default 20). */
  delayMs?: number;
  /** Of deleted: which object. Default: the first of the list. */
  id?: string;
}

export type FaultKind =
  /** Answers `status` with `headers` and `body`, else with the service's own error body. */
  | "status"
  /** A gateway's web page. */
  | "html"
  /** No body at all. */
  | "empty"
  /** JSON cut in half in a complete HTTP answer. */
  | "truncated"
  /** The head announces more bytes than come before the connection is closed. */
  | "cut"
  /** The connection is closed without an answer. */
  | "drop"
  /** Never answers. */
  | "hang"
  /** The handler's answer byte by byte, `delayMs` apart. */
  | "trickle"
  /** The ordinary answer `delayMs` later; "before" waits first and then does the work. */
  | "slow"
  /** Every token issued so far is revoked before the request is looked at. */
  | "revoked"
  /** Every checkpoint id issued so far has expired before the request is looked at. */
  | "expired"
  /** After this page of a list an object is deleted, and the pages that follow move up by one. */
  | "deleted"
  /** After this page of a list an object is inserted at its start: the next pages move down by one. */
  | "inserted";

export interface Faults {
  /** All of them or, where one makes no sense, none. */
  add(...faults: Fault[]): void;
  clear(): void;
  /** Those with something left to do. */
  left(): Fault[];
  /** The fault that this request meets. */
  take(request: RequestRecord): Fault | undefined;
}

export function faultsOf(routes: Set<string>): Faults {
  let waiting: { fault: Fault; skip: number; times: number }[] = [];

  return {
    add(...faults) {
      for (const fault of faults) checkFault(fault, routes);
      const added = faults.map((fault) => ({
        fault: { ...fault },
        skip: fault.skip ?? 0,
        times: fault.times === 0 ? Infinity : (fault.times ?? 1),
      }));
      waiting.push(...added);
    },

    clear: () => {
      waiting = [];
    },

    left: () => waiting.map(({ fault }) => ({ ...fault })),

    take(request) {
      for (const entry of waiting.filter(({ fault }) => matches(fault, request))) {
        if (entry.skip > 0) {
          entry.skip--;
          continue;
        }
        entry.times--;
        if (entry.times === 0) waiting = waiting.filter((other) => other !== entry);
        return entry.fault;
      }
      return undefined;
    },
  };
}

function matches({ route = "*" }: Fault, request: RequestRecord): boolean {
  if (route === "*") return request.kind === "api";
  // The token endpoint answers with and without the slash.
  return request.route?.replace(/\/$/, "") === route.replace(/\/$/, "");
}
